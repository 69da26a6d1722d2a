/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Refused calls, said as problem documents. */
@NullMarked
package io.idaeus.sidecar.rest.refusal;

import org.jspecify.annotations.NullMarked;
