/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Which source serves which token range, balanced by bytes; depends on token ranges and the JDK alone. */
@NullMarked
package io.idaeus.sidecar.balance;

import org.jspecify.annotations.NullMarked;
