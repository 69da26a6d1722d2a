#!/bin/sh
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Clones tables from one node to another: docs/runbooks/clone-table.md
set -eu

idaeus=${IDAEUS:-idaeus}
if [ $# -lt 3 ]; then
    echo "usage: $0 SOURCE_URL DESTINATION_URL KEYSPACE.TABLE..." >&2
    exit 2
fi
source=$1
destination=$2
shift 2

options="--on-partial-overlap ${PARTIAL:-exclude}"
for code in ${ACCEPT:-}; do
    options="$options --accept $code"
done
for table in "$@"; do
    options="$options --table $table"
done

echo "Planning ..."
# shellcheck disable=SC2086 # codes and table names hold no spaces
$idaeus --url "$destination" transfer start --dry-run --source "$source" $options

echo "Cloning $* from $source to $destination ..."
# shellcheck disable=SC2086
$idaeus --url "$destination" transfer start --watch --source "$source" $options
