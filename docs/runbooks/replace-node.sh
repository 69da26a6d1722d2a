#!/bin/sh
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Fills a replacement node from the replicas: docs/runbooks/replace-node.md
set -eu

idaeus=${IDAEUS:-idaeus}
if [ $# -lt 3 ]; then
    echo "usage: $0 DESTINATION_URL SOURCE_URL[,SOURCE_URL...] KEYSPACE.TABLE..." >&2
    exit 2
fi
destination=$1
sources=$2
shift 2

options="--on-partial-overlap include"
for code in ${ACCEPT:-}; do
    options="$options --accept $code"
done

for table in "$@"; do
    echo "Filling $destination with $table ..."
    # shellcheck disable=SC2086 # codes hold no spaces
    $idaeus --url "$destination" transfer start --watch --source "$sources" --table "$table" $options
done

echo
echo "Now run on the replacement:"
for table in "$@"; do
    echo "  nodetool cleanup ${table%%.*} ${table#*.}"
done
echo "  nodetool repair --full   (docs/runbooks/replace-node.md says when it can be left out)"
