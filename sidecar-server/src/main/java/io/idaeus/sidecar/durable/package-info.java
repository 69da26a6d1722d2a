/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The steps by which bytes and names come to be on the disk for good, by name, so that tests can end the process at each. */
@NullMarked
package io.idaeus.sidecar.durable;

import org.jspecify.annotations.NullMarked;
