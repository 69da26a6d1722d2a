/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A transfer as it is stored, and the run that controls it in this process. */
@NullMarked
package io.idaeus.sidecar.transfer.job;

import org.jspecify.annotations.NullMarked;
