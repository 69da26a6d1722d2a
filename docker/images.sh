#!/usr/bin/env bash
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the images of what Maven has built:
#   images.sh [IMAGE…]     sidecar, cassandra-4.0, cassandra-4.1, cassandra-5.0, cassandra-6.0; all where none is named
# BASE names the image that they stand on. Without it: idaeus-base if it is there, else eclipse-temurin:17.0.17_10-jre-jammy if it is
# there or can be pulled, else one that base/build.sh makes. OWNER (999:999) is the user that both run as.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "idaeus: $1" >&2
  exit 1
}

public_base=eclipse-temurin:17.0.17_10-jre-jammy
docker info >/dev/null 2>&1 || fail "no Docker engine answers: start one, or set DOCKER_HOST"

present() {
  docker image inspect "$1" >/dev/null 2>&1
}

choose_base() {
  for image in idaeus-base "$public_base"; do
    if present "$image"; then
      echo "$image"
      return
    fi
  done
  if timeout 120 docker pull -q "$public_base" >/dev/null 2>&1; then
    echo "$public_base"
  else
    docker/base/build.sh idaeus-base >&2
    echo idaeus-base
  fi
}

# The context is put together here, so that only what belongs into an image goes to the engine.
build() { # image:tag, build directory of the repository, what else: pairs of directory and name
  local tag=$1 directory=$2
  shift 2
  local parts=(-C "$PWD/docker/$directory" .)
  while (($# > 0)); do
    parts+=(-C "$PWD/$1" "$2")
    shift 2
  done
  local said
  said=$(tar -c --owner=0 --group=0 "${parts[@]}" |
    docker build -t "$tag" --build-arg BASE="$base" --build-arg OWNER="${OWNER:-999:999}" - 2>&1) || {
    echo "$said" >&2
    fail "the image $tag cannot be made"
  }
  echo "idaeus: made the image $tag ($(size "$tag") MB, of which the base $(size "$base"))"
}

size() {
  echo $(($(docker image inspect --format '{{.Size}}' "$1") / 1000000))
}

sidecar() {
  [[ -d sidecar-server/target/idaeus-sidecar/lib ]] || fail "the sidecar is not built: make build"
  build idaeus-sidecar sidecar sidecar-server/target idaeus-sidecar
}

cassandra() { # release line
  local home=it-tests/cassandra/$1
  [[ -f $home/pom.xml ]] || fail "there is no Cassandra $1 in it-tests/cassandra"
  [[ -d $home/target/lib ]] || fail "the jars of Cassandra $1 are not there: make build"
  build "idaeus-cassandra:$1" cassandra "$home/target" lib \
    it-tests/src/main/resources/io/idaeus/it/harness/cassandra jvm17.options \
    it-tests/src/main/resources/io/idaeus/it/harness/cassandra logback-tools.xml
}

base=${BASE:-$(choose_base)}
for image in "${@:-all}"; do
  case $image in
    all)
      sidecar
      for line in 4.0 4.1 5.0 6.0; do
        cassandra "$line"
      done
      ;;
    sidecar) sidecar ;;
    cassandra-*) cassandra "${image#cassandra-}" ;;
    *) fail "$image is no image (expected: sidecar, cassandra-4.0, cassandra-4.1, cassandra-5.0 or cassandra-6.0)" ;;
  esac
done
