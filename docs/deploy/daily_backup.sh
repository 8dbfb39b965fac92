#!/bin/sh
# Makes a backup named by its time in the folder $1, then removes all but the newest $2 of them.
# Run from the folder of the program, with TW_DATA_DIR set.
set -eu
umask 077
folder=${1:?the folder of backups is missing}
keep=${2:?how many backups stay is missing}
case $keep in
  *[!0-9]* | 0*) echo "how many backups stay must be a whole number from 1 on; got $keep" >&2; exit 1 ;;
esac

npm run --silent job -- backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)" --quiet

# Only what this script named; where the backup failed, it has ended before and the old ones stay.
for name in $(ls "$folder" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z$' | sort -r | tail -n +$((keep + 1))); do
  rm -rf "${folder:?}/$name"
done
# What an interrupted backup left; none of this folder runs beside this one.
for left in "$folder"/????-??-??T??????Z.unfinished-*; do
  if [ -d "$left" ]; then rm -rf "$left"; fi
done
