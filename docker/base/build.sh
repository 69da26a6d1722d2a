#!/usr/bin/env bash
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a base image of the distribution's own packages, for where no container registry can be reached:
#   build.sh [NAME]        NAME is idaeus-base where none is given
# Wants root, debootstrap and a Docker engine; apt's own sources say where packages come from. Leaves an image that is
# there as it is, unless FORCE=1. SUITE and JRE name another release and another Java.
set -euo pipefail

fail() {
  echo "idaeus: $1" >&2
  exit 1
}

name=${1:-idaeus-base}
jre=${JRE:-openjdk-17-jre-headless}
docker info >/dev/null 2>&1 || fail "no Docker engine answers: start one, or set DOCKER_HOST"
if [[ -z ${FORCE:-} ]] && docker image inspect "$name" >/dev/null 2>&1; then
  echo "idaeus: the image $name is there (FORCE=1 makes it anew)"
  exit 0
fi
[[ $(id -u) == 0 ]] || fail "debootstrap needs root: run as root, or name another base image (BASE=…)"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"

suite=${SUITE:-$(. /etc/os-release && echo "${VERSION_CODENAME:-}")}
[[ -n $suite ]] || fail "this system names no release of Debian or Ubuntu: set SUITE"
# Where this machine gets the same release; empty means debootstrap's default.
mirror=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
  awk -v suite="$suite" '$1 == suite && $2 ~ /^(https?|file):/ { print $2; exit }') || mirror=

work=$(mktemp -d "${TMPDIR:-/var/tmp}/idaeus-base.XXXXXX")
root=$work/root
clean_up() {
  umount "$root/proc" "$root/sys" 2>/dev/null || true
  umount "$work" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# In memory where that can be: dpkg forces every file to the disk, and nobody needs that here.
mount -t tmpfs -o size=2g,mode=0755 idaeus-base "$work" 2>/dev/null || true
mkdir "$root"
debootstrap --variant=minbase --include="$jre" "$suite" "$root" ${mirror:+"$mirror"} >"$work/log" 2>&1 || {
  tail -20 "$work/log" >&2
  fail "debootstrap failed for $suite"
}
# What was needed to install, and what nobody reads in a container.
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/* \
  "$root"/usr/share/{man,info,locale,lintian} "$root"/etc/apt/sources.list
find "$root/usr/share/doc" -mindepth 2 ! -name copyright -type f -delete

tar -C "$root" -c --exclude='./proc/*' --exclude='./sys/*' --exclude='./dev/*' . |
  docker import --change 'ENV LANG=C.UTF-8' --message "$suite minbase, $jre" - "$name" >/dev/null
echo "idaeus: made the image $name ($suite, $jre)"
