/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Records as JSON files that a crash cannot tear: written aside, fsynced, renamed, the directory fsynced. */
@NullMarked
package io.idaeus.sidecar.store;

import org.jspecify.annotations.NullMarked;
