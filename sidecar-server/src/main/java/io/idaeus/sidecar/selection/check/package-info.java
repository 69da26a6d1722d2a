/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What speaks against a table or an SSTable at its destination. */
@NullMarked
package io.idaeus.sidecar.selection.check;

import org.jspecify.annotations.NullMarked;
