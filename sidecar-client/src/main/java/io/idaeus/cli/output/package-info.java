/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How answers are printed: tables, units, JSON and YAML. */
@NullMarked
package io.idaeus.cli.output;

import org.jspecify.annotations.NullMarked;
