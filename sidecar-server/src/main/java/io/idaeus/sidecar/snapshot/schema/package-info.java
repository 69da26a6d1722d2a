/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The schema of a snapshot, read from its schema.cql. */
@NullMarked
package io.idaeus.sidecar.snapshot.schema;

import org.jspecify.annotations.NullMarked;
