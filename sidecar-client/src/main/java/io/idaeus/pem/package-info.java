/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Certificates and keys from PEM files, for the client and the server. */
@NullMarked
package io.idaeus.pem;

import org.jspecify.annotations.NullMarked;
