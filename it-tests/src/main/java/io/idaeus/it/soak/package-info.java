/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code make test-soak}: many transfers in a row, half of them cancelled, and what they leave behind. */
@NullMarked
package io.idaeus.it.soak;

import org.jspecify.annotations.NullMarked;
