/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The C library of Linux, bound in one place. */
@NullMarked
package io.idaeus.sidecar.linux;

import org.jspecify.annotations.NullMarked;
