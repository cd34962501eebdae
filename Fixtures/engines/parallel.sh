#!/bin/sh
# Checks captures with GNU parallel, a process a file, and merges what they counted.
#
#     sh parallel.sh CONTRACTS CAPTURE...
#
# A process that fails, or is killed, fails the run. The report is that of one process over all files.
set -eu
command=${CONTRACTCHECK:-contractcheck}
contracts=$1
shift
parts=$(mktemp)
trap 'rm -f "$parts"' EXIT
parallel --will-cite --keep-order --halt now,fail=1 \
  "$command" check {} -c "$contracts" --partial - ::: "$@" > "$parts"
set -- merge "$parts" -c "$contracts"
[ -z "${EXPECT_RECORDS:-}" ] || set -- "$@" --expect-records "$EXPECT_RECORDS"
"$command" "$@"
