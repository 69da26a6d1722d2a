/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Attacks two sidecars with TLS and roles on both planes while they transfer a table, again and again. */
@NullMarked
package io.idaeus.it.attack;

import org.jspecify.annotations.NullMarked;
