/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Who did what: records of changes and refusals, as JSON lines in a file of their own. */
@NullMarked
package io.idaeus.sidecar.audit;

import org.jspecify.annotations.NullMarked;
