#!/bin/sh
# Makes a Raspberry Pi the referee over a table: run it once, or again after an update.
#
#   sudo systemd/install.sh                     installs, or brings up to date
#   sudo systemd/install.sh --reboot-on-wedge   and lets a camera that hangs in its driver reboot the machine
#   sudo systemd/install.sh --spi               and switches on the bus of the display SSD1322
#   sudo systemd/install.sh --uninstall         takes all away but the sessions and the settings
#   sudo systemd/install.sh --uninstall --all   those too
#
# For Raspberry Pi OS (64-bit), Bookworm or Trixie. ROOT in the environment installs below another directory.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
ROOT=${ROOT:-}
opt=$ROOT/opt/hakam
etc=$ROOT/etc/hakam
units=$ROOT/etc/systemd/system
state=$ROOT/var/lib/hakam
boot=$ROOT/boot/firmware/config.txt
reboot= spi= uninstall= all=

say() { printf '%s\n' "hakam: $*"; }
fail() { printf '%s\n' "hakam: $*" >&2; exit 1; }

for option in "$@"; do
    case $option in
        --reboot-on-wedge) reboot=yes ;;
        --spi) spi=yes ;;
        --uninstall) uninstall=yes ;;
        --all) all=yes ;;
        --help | -h) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) printf '%s\n' "hakam: $option is not known; --help lists what is" >&2; exit 2 ;;
    esac
done
[ "$(id -u)" -eq 0 ] || fail "this changes the system: run it with sudo"

take_away() {
    systemctl disable --now hakam.service 2>/dev/null || true
    rm -rf "$units/hakam.service" "$units/hakam.service.d" "$ROOT/etc/systemd/system.conf.d/hakam-watchdog.conf" "$opt"
    rm -f "$ROOT/usr/local/bin/hakam" "$ROOT/etc/modules-load.d/hakam.conf"
    systemctl daemon-reload
    if [ "$all" ]; then
        rm -rf "$etc" "$state"
        userdel hakam 2>/dev/null || true
        say "all of it is gone"
    else
        say "gone; the sessions are still in $state, the settings in $etc"
    fi
}

packages() {
    # picamera2 and lgpio from the system, which builds them for its kernel; onnxruntime never (1.21.0 dies on a Pi 4)
    apt-get update -q
    apt-get install -y -q --no-install-recommends \
        python3-venv python3-picamera2 python3-lgpio libgl1 libglib2.0-0 libfribidi0 ${spi:+python3-spidev python3-rpi-lgpio}
}

account() {
    id hakam >/dev/null 2>&1 || useradd --system --home-dir /var/lib/hakam --shell /usr/sbin/nologin --user-group hakam
    for group in video gpio i2c spi render; do
        if getent group "$group" >/dev/null; then
            usermod --append --groups "$group" hakam
        fi
    done
}

program() {
    [ -x "$opt/bin/python" ] || python3 -m venv --system-site-packages "$opt"
    # simplejpeg of Bookworm is built for numpy 1, and picamera2 then fails to import beside numpy 2
    "$opt/bin/pip" install --quiet --upgrade "$source" 'simplejpeg>=1.8.2'
    rm -rf "$opt/share/doc"
    (cd "$source" && python3 -B -m docs.tools.folder "$opt/share/doc")
    mkdir -p "$ROOT/usr/local/bin"
    ln -sfn /opt/hakam/bin/hakam "$ROOT/usr/local/bin/hakam"
}

settings() {
    mkdir -p "$etc" "$state"
    if [ ! -e "$etc/hakam.toml" ]; then
        cp "$here/hakam.toml" "$etc/hakam.toml"
    fi
    chown -R hakam:hakam "$state"
}

bus() {
    [ -f "$boot" ] || { say "no $boot here: switch I2C${spi:+ and SPI} on by hand"; return 0; }
    for line in dtparam=i2c_arm=on dtparam=i2c_arm_baudrate=400000 ${spi:+dtparam=spi=on}; do
        grep -qxF "$line" "$boot" || { printf '%s\n' "$line" >>"$boot"; restart=yes; }
    done
    mkdir -p "$ROOT/etc/modules-load.d"
    printf 'i2c-dev\n' >"$ROOT/etc/modules-load.d/hakam.conf"
}

unit() {
    mkdir -p "$units/hakam.service.d" "$ROOT/etc/systemd/system.conf.d"
    cp "$here/hakam.service" "$units/hakam.service"
    cp "$here/hardware-watchdog.conf" "$ROOT/etc/systemd/system.conf.d/hakam-watchdog.conf"
    rm -f "$units/hakam.service.d/reboot-on-wedge.conf"
    if [ "$reboot" ]; then
        cp "$here/reboot-on-wedge.conf" "$units/hakam.service.d/"
    fi
    systemctl daemon-reload
    systemctl enable hakam.service
    systemctl restart hakam.service || say "it does not start yet: journalctl -u hakam says why"
}

restart=
if [ "$uninstall" ]; then
    take_away
    exit 0
fi
packages
account
program
settings
bus
unit
say "installed: the referee watches, and starts by itself from now on; journalctl -u hakam -f is its log"
if [ "$restart" ]; then
    say "restart the Pi once (sudo reboot): the display's bus was switched on, or made faster"
fi
