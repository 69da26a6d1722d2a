/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Findings of a draft: codes, and which of them an operator may accept. */
@NullMarked
package io.idaeus.sidecar.plan.finding;

import org.jspecify.annotations.NullMarked;
