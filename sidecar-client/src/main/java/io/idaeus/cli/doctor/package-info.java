/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code idaeus doctor} and {@code idaeus health}: what keeps a host or a sidecar from working. */
@NullMarked
package io.idaeus.cli.doctor;

import org.jspecify.annotations.NullMarked;
