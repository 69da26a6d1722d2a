/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Says what is wrong on this host and how to mend it, whether or not the sidecar runs. */
@NullMarked
package io.idaeus.sidecar.doctor;

import org.jspecify.annotations.NullMarked;
