/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A transfer as a durable job: what was asked, the plan, the phases, what became of each SSTable. */
@NullMarked
package io.idaeus.sidecar.transfer;

import org.jspecify.annotations.NullMarked;
