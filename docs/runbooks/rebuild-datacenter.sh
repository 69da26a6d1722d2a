#!/bin/sh
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Fills every node of a new data centre with what it owns: docs/runbooks/rebuild-datacenter.md
set -eu

idaeus=${IDAEUS:-idaeus}
if [ $# -lt 3 ]; then
    echo "usage: $0 SOURCE_URL[,SOURCE_URL...] DESTINATION_URL[,DESTINATION_URL...] KEYSPACE.TABLE..." >&2
    exit 2
fi
sources=$1
destinations=$(echo "$2" | tr ',' ' ')
shift 2

options="--on-partial-overlap include"
for code in ${ACCEPT:-}; do
    options="$options --accept $code"
done
for table in "$@"; do
    options="$options --table $table"
done

for destination in $destinations; do
    echo "Filling $destination with $* ..."
    # shellcheck disable=SC2086 # codes and table names hold no spaces
    $idaeus --url "$destination" transfer start --watch --source "$sources" $options
done

echo
echo "Now run on every node of the new data centre, one node after the other:"
for table in "$@"; do
    echo "  nodetool cleanup ${table%%.*} ${table#*.}"
done
echo "  nodetool repair --full"
