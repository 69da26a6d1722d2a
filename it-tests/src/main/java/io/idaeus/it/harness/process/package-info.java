/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Starts commands and processes on this machine, ends them in any case, and gives them directories, addresses and disks. */
@NullMarked
package io.idaeus.it.harness.process;

import org.jspecify.annotations.NullMarked;
