#!/bin/sh
# Starts the machine anew for a wedged camera: only if it gave pictures since the machine was started, and three times in
# 24 hours at most. So a program that cannot start (a missing file, wrong settings) never becomes a loop of reboots.
# RUN and KEPT in the environment are other folders than systemd's.
set -eu

run=${RUN:-/run/hakam}
kept=${KEPT:-/var/lib/hakam-reboot}
most=3
day=86400

say() { printf '%s\n' "hakam: $*"; exit 0; }

[ -e "$run/seen" ] || say "no reboot: the camera has given no picture since the machine was started"
if [ ! -e "$run/wedged" ] && [ "$(systemctl show --property=ActiveState --value hakam.service)" != failed ]; then
    say "no reboot: the referee is running"
fi
rm -f "$run/wedged"
now=$(date +%s)
recent=0
# a time ahead of now counts, too: a Pi without a battery may be set back
for at in $(cat "$kept/times" 2>/dev/null || true); do
    case $at in *[!0-9]*) continue ;; esac
    [ "$at" -le $((now - day)) ] || recent=$((recent + 1))
done
[ "$recent" -lt "$most" ] || say "no reboot: there were $recent within a day; switch the box off and on, look at the camera's cable"
{ tail -n 20 "$kept/times" 2>/dev/null || true; echo "$now"; } >"$kept/times.new"
mv "$kept/times.new" "$kept/times"
systemctl reboot
