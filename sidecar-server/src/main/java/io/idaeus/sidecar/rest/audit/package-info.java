/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The audit records of calls. */
@NullMarked
package io.idaeus.sidecar.rest.audit;

import org.jspecify.annotations.NullMarked;
