/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The rows of a token range, and digests of them. */
@NullMarked
package io.idaeus.api.rows;

import org.jspecify.annotations.NullMarked;
