/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** SSTables and tables, as the API describes them. */
@NullMarked
package io.idaeus.sidecar.description;

import org.jspecify.annotations.NullMarked;
