#!/bin/sh
# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the keys and certificates beside this script with OpenSSL 3. They protect nothing; the password is "secret".
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

make() { # the command goes into the file as a comment, in front of the PEM block
  file=$here/$1
  shift
  { echo "openssl $*"; openssl "$@" 2>/dev/null; } > "$file"
}

openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.key
openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ec.key
openssl genpkey -quiet -algorithm ED25519 -out ed.key

for key in rsa ec ed; do
  make $key.crt req -x509 -new -key $key.key -subj /CN=$key -days 36500 -addext subjectAltName=IP:127.0.0.1
  make $key.pkcs8.pem pkcs8 -topk8 -nocrypt -in $key.key
  make $key.pkcs8-aes.pem pkcs8 -topk8 -v2 aes-256-cbc -passout pass:secret -in $key.key
done
make rsa.pkcs8-3des.pem pkcs8 -topk8 -v2 des3 -passout pass:secret -in rsa.key
make rsa.pkcs8-sha1.pem pkcs8 -topk8 -v1 PBE-SHA1-3DES -passout pass:secret -in rsa.key
make rsa.pkcs8-scrypt.pem pkcs8 -topk8 -scrypt -passout pass:secret -in rsa.key
make rsa.pkcs1.pem rsa -traditional -in rsa.key
make rsa.pkcs1-aes.pem rsa -traditional -aes256 -passout pass:secret -in rsa.key
make ec.sec1.pem ec -in ec.key
make ec.sec1-aes.pem ec -aes256 -passout pass:secret -in ec.key
# As "openssl ecparam -genkey" writes it: the curve in a block of its own, then the key.
make ec.sec1-params.pem ecparam -name prime256v1
openssl ec -in ec.key 2>/dev/null >> "$here/ec.sec1-params.pem"
