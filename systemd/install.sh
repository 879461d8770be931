#!/bin/sh
# Makes a Raspberry Pi the referee over a table: run it once, or again after an update.
#
#   sudo systemd/install.sh                     installs, or brings up to date
#   sudo systemd/install.sh --back              goes back to the release before the last update
#   sudo systemd/install.sh --reboot-on-wedge   and lets a camera that hangs in its driver reboot the machine
#   sudo systemd/install.sh --page              and opens the page for browsers on the local network
#   sudo systemd/install.sh --hotspot           and a Wi-Fi of its own where no known one is in reach
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
releases=$ROOT/opt/hakam-releases
etc=$ROOT/etc/hakam
units=$ROOT/etc/systemd/system
state=$ROOT/var/lib/hakam
journal=$state/journal.db
boot=$ROOT/boot/firmware/config.txt
reboot= spi= page= hotspot= uninstall= all= back= new=

say() { printf '%s\n' "hakam: $*"; }
fail() { printf '%s\n' "hakam: $*" >&2; exit 1; }

for option in "$@"; do
    case $option in
        --reboot-on-wedge) reboot=yes ;;
        --page) page=yes ;;
        --hotspot) page=yes hotspot=yes ;;
        --spi) spi=yes ;;
        --uninstall) uninstall=yes ;;
        --back) back=yes ;;
        --all) all=yes ;;
        --help | -h) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) printf '%s\n' "hakam: $option is not known; --help lists what is" >&2; exit 2 ;;
    esac
done
[ "$(id -u)" -eq 0 ] || fail "this changes the system: run it with sudo"

take_away() {
    systemctl disable --now hakam.service 2>/dev/null || true
    systemctl disable --now hakam-reboot.path hakam-page.service hakam-hotspot.service 2>/dev/null || true
    rm -f "$units/hakam-page.service" "$units/hakam-hotspot.service"
    rm -rf "$units/hakam.service" "$units/hakam.service.d" "$ROOT/etc/systemd/system.conf.d/hakam-watchdog.conf" "$opt" \
        "$releases" "$units/hakam-reboot.path" "$units/hakam-reboot.service"
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
        python3-venv python3-picamera2 python3-lgpio libgl1 libglib2.0-0 libfribidi0 alsa-utils ${spi:+python3-spidev python3-rpi-lgpio}
}

account() {
    id hakam >/dev/null 2>&1 || useradd --system --home-dir /var/lib/hakam --shell /usr/sbin/nologin --user-group hakam
    for group in video gpio i2c spi render; do
        if getent group "$group" >/dev/null; then
            usermod --append --groups "$group" hakam
        fi
    done
}

# A release is built beside the one that runs, in a folder of its own; /opt/hakam is a link to the one that counts.
program() {
    name=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source/pyproject.toml" | head -n 1)-$(date -u +%Y%m%d-%H%M%S)
    while [ -e "$releases/$name" ]; do name=$name+; done
    new=$releases/$name
    mkdir -p "$releases"
    if ! build; then
        rm -rf "$new"
        fail "the release could not be made, see above; nothing was changed, what ran before runs on"
    fi
}

build() {
    # in a condition the shell ignores set -e, so each step says itself what comes of it
    python3 -m venv --system-site-packages "$new" &&
        # simplejpeg of Bookworm is built for numpy 1, and picamera2 then fails to import beside numpy 2
        "$new/bin/pip" install --quiet --require-hashes --requirement "$source/locks/pi.txt" \
            ${page:+--requirement "$source/locks/pi-page.txt"} &&
        "$new/bin/pip" install --quiet --no-deps --no-build-isolation "$source" &&
        (cd "$source" && python3 -B -m docs.tools.folder "$new/share/doc") &&
        mkdir -p "$new/share/systemd" &&
        cp "$here"/*.service "$here"/*.path "$here"/*.conf "$new/share/systemd/" &&
        cp "$here/reboot-on-wedge.sh" "$here/hotspot.sh" "$new/share/" &&
        # the networks are whole, and the libraries fit this machine
        "$new/bin/python" -c "$CHECK" >"$new/share/schema"
}

CHECK='
import sys
import hakam.__main__ as command
sys.path.insert(0, str(command.PRIVATE))
from firmware.storage.schema import SCHEMA
from vision.identify import Identifier
from vision.locate import Locator
Identifier.load(), Locator.load()
print(SCHEMA)
'

# One step for everybody who looks: the old release or the new one, never none.
point_to() {
    if [ -d "$opt" ] && [ ! -L "$opt" ]; then # of a release before there were links
        mv "$opt" "$releases/first"
        ln -s hakam-releases/first "$opt"
    fi
    ln -sfn "hakam-releases/$1" "$opt.new"
    mv -T "$opt.new" "$opt"
    mkdir -p "$ROOT/usr/local/bin"
    ln -sfn /opt/hakam/bin/hakam "$ROOT/usr/local/bin/hakam"
}

current() { [ -L "$opt" ] && basename "$(readlink "$opt")" || { [ ! -d "$opt" ] || echo first; }; }

# The number of the journal's form: SQLite's user_version, four bytes from the 61st on.
form() {
    # shellcheck disable=SC2046
    set -- $(od -An -tu1 -j60 -N4 "$1" 2>/dev/null)
    [ $# -eq 4 ] && echo $((($1 << 24) + ($2 << 16) + ($3 << 8) + $4)) || echo 0
}

# A release that writes the journal in another form gets it; a copy of the old form stays for the way back.
keep_journal() {
    [ -f "$journal" ] && [ "$(form "$journal")" != "$(cat "$releases/$1/share/schema")" ] || return 0
    systemctl stop hakam.service || true
    rm -rf "$state/before-$1"
    if ! { mkdir -p "$state/before-$1" && cp -p "$journal"* "$state/before-$1/"; }; then
        rm -rf "$state/before-$1" ${new:+"$new"}
        systemctl start hakam.service || true
        fail "there is no room for a copy of $journal; nothing was changed, what ran before runs on"
    fi
    chown -R hakam:hakam "$state/before-$1"
}

# After release $1 the older one reads the journal again, which needs the form that it knows.
give_journal_back() {
    kept=$state/before-$1
    [ -d "$kept" ] && [ -f "$journal" ] && [ "$(form "$journal")" != "$(form "$kept/journal.db")" ] || return 0
    systemctl stop hakam.service || true
    after=$state/after-$1-$(date -u +%Y%m%d-%H%M%S)
    mkdir -p "$after"
    mv "$journal"* "$after/"
    if ! cp -p "$kept"/journal.db* "$state/"; then
        mv -f "$after"/* "$state/"
        systemctl start hakam.service || true
        fail "there is no room for $kept; nothing was changed, what ran before runs on"
    fi
    chown -R hakam:hakam "$state"
    say "what was played since the update is in $after: the older release cannot read it"
}

update() {
    before=$(current)
    keep_journal "$name"
    point_to "$name"
    unit
    if start; then
        printf '%s\n' "$before" >"$releases/previous"
        tidy
    elif [ "$before" ]; then
        give_journal_back "$name"
        point_to "$before"
        unit
        start || true
        rm -rf "$new" "$state/before-$name"
        fail "the new release does not start (journalctl -u hakam says why); $before runs again"
    else
        say "it does not start yet: journalctl -u hakam says why"
    fi
}

go_back() {
    before=$(current)
    previous=$(cat "$releases/previous" 2>/dev/null || true)
    [ "$previous" ] && [ -d "$releases/$previous" ] || fail "there is no release to go back to"
    give_journal_back "$before"
    [ ! -f "$releases/$previous/share/schema" ] || keep_journal "$previous" # forward again: what is played till the next way back
    point_to "$previous"
    unit
    printf '%s\n' "$before" >"$releases/previous"
    start || say "it does not start: journalctl -u hakam says why"
    say "$previous runs again instead of $before; --back once more undoes that"
}

# The release that runs and the one before stay.
tidy() {
    for one in "$releases"/*/; do
        one=$(basename "$one")
        [ "$one" = "$name" ] || [ "$one" = "$before" ] || rm -rf "${releases:?}/$one" "$state/before-$one"
    done
}

start() {
    systemctl restart hakam.service || return 1
    for one in ${page:+page} ${hotspot:+hotspot}; do # neither keeps the referee from his work
        systemctl restart "hakam-$one.service" || say "hakam-$one does not start: journalctl -u hakam-$one says why"
    done
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

# What belongs to the release that counts now.
unit() {
    shipped=$opt/share/systemd
    [ -d "$shipped" ] || shipped=$here # of a release that kept none
    mkdir -p "$units/hakam.service.d" "$ROOT/etc/systemd/system.conf.d"
    cp "$shipped/hakam.service" "$units/hakam.service"
    cp "$shipped/hardware-watchdog.conf" "$ROOT/etc/systemd/system.conf.d/hakam-watchdog.conf"
    if [ "$reboot" ]; then
        cp "$shipped/reboot-on-wedge.conf" "$units/hakam.service.d/"
        cp "$shipped/hakam-reboot.service" "$shipped/hakam-reboot.path" "$units/"
        systemctl daemon-reload
        systemctl enable --now hakam-reboot.path
    else
        systemctl disable --now hakam-reboot.path 2>/dev/null || true
        rm -f "$units/hakam.service.d/reboot-on-wedge.conf" "$units/hakam-reboot.service" "$units/hakam-reboot.path"
        systemctl daemon-reload
    fi
    systemctl enable hakam.service
    beside page "$page"
    beside hotspot "$hotspot"
}

# A unit beside the referee's: there from the time it was asked for, until all is taken away.
beside() {
    if [ "$2" ] && [ -f "$shipped/hakam-$1.service" ]; then
        cp "$shipped/hakam-$1.service" "$units/"
        systemctl daemon-reload
        systemctl enable "hakam-$1.service"
    elif [ -e "$units/hakam-$1.service" ]; then # of a release that has none
        systemctl disable --now "hakam-$1.service" 2>/dev/null || true
        rm -f "$units/hakam-$1.service"
    fi
}

restart=
# What was asked for once stays.
[ ! -e "$units/hakam-page.service" ] || page=yes
[ ! -e "$units/hakam-hotspot.service" ] || hotspot=yes
if [ "$uninstall" ]; then
    take_away
    exit 0
fi
if [ "$back" ]; then
    [ ! -e "$units/hakam-reboot.path" ] || reboot=yes
    go_back
    exit 0
fi
packages
account
program
settings
bus
update
say "installed: the referee watches, and starts by itself from now on; journalctl -u hakam -f is its log"
if [ "$restart" ]; then
    say "restart the Pi once (sudo reboot): the display's bus was switched on, or made faster"
fi
