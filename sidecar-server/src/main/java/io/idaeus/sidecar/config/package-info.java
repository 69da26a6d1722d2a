/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Immutable records, read from one YAML file. Unknown keys and bad values are refused, all at once. */
@NullMarked
package io.idaeus.sidecar.config;

import org.jspecify.annotations.NullMarked;
