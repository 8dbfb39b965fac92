#!/bin/sh
# Makes a backup in the folder $1, named by the current time, then deletes all but the newest $2 backups.
# Run it from the program's folder with TW_DATA_DIR set, or anywhere with THIRD_WITNESS=third-witness if the package is installed.
set -eu
umask 077
folder=${1:?the folder of backups is missing}
keep=${2:?the number of backups to keep is missing}
case $keep in
  *[!0-9]* | 0*) echo "the number of backups to keep must be a whole number of 1 or more; got $keep" >&2; exit 1 ;;
esac

${THIRD_WITNESS:-npm run --silent job --} backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)" --quiet

# Deletes only folders that this script named. If the backup failed, the script has already exited and the old ones stay.
for name in $(ls "$folder" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z$' | sort -r | tail -n +$((keep + 1))); do
  rm -rf "${folder:?}/$name"
done
# Deletes the rest of an interrupted backup; no other backup into this folder runs now.
for left in "$folder"/????-??-??T??????Z.unfinished-*; do
  if [ -d "$left" ]; then rm -rf "$left"; fi
done
