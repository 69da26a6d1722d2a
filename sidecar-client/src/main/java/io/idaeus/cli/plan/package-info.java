/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code idaeus plan}: makes, shows, approves and watches plans. */
@NullMarked
package io.idaeus.cli.plan;

import org.jspecify.annotations.NullMarked;
