#!/bin/sh
# Opens a Wi-Fi of the referee's own where none that NetworkManager knows is in reach, and writes its name and password to
# the file that is named, for the QR code of the page.
#
#   hotspot.sh FILE [SECONDS]    waits so long for a known network first (45)
set -eu

file=$1
wait_s=${2:-45}
name=hakam-hotspot
password=

connected() { [ "$(nmcli --terse --fields STATE general 2>/dev/null)" = connected ]; }

while [ "$wait_s" -gt 0 ] && ! connected; do
    sleep 3
    wait_s=$((wait_s - 3))
done
if connected; then
    rm -f "$file"
    exit 0
fi

# The same name and password each time, so that phones join by themselves; letters and digits that nobody mistakes.
if nmcli --terse --fields NAME connection show | grep -qx "$name"; then
    nmcli connection up "$name"
else
    letters=$(LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom | head -c 10)
    nmcli device wifi hotspot con-name "$name" ssid "Hakam-$(printf '%s' "$letters" | head -c 4)" password "$letters"
fi
password=$(nmcli --show-secrets --get-values 802-11-wireless-security.psk connection show "$name")
ssid=$(nmcli --get-values 802-11-wireless.ssid connection show "$name")
umask 077
printf '%s\n%s\n' "$ssid" "$password" >"$file.new"
chown hakam:hakam "$file.new"
mv "$file.new" "$file"
