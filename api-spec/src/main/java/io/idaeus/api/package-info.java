/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Types that resources share: errors, findings, and the names of tables and files. */
@NullMarked
package io.idaeus.api;

import org.jspecify.annotations.NullMarked;
