#!/bin/sh
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Restores tables from an existing snapshot: docs/runbooks/restore-from-snapshot.md
set -eu

idaeus=${IDAEUS:-idaeus}
if [ $# -lt 4 ]; then
    echo "usage: $0 SOURCE_URL TAG DESTINATION_URL KEYSPACE.TABLE..." >&2
    exit 2
fi
source=$1
tag=$2
destination=$3
shift 3

options="--snapshot $tag --on-partial-overlap ${PARTIAL:-exclude}"
for code in ${ACCEPT:-}; do
    options="$options --accept $code"
done
for table in "$@"; do
    options="$options --table $table"
done

echo "Planning ..."
# shellcheck disable=SC2086 # tags, codes and table names hold no spaces
$idaeus --url "$destination" transfer start --dry-run --source "$source" $options

echo "Restoring $* from snapshot $tag of $source to $destination ..."
# shellcheck disable=SC2086
$idaeus --url "$destination" transfer start --watch --source "$source" $options
