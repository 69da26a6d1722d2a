/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The data plane beside what people use today, and beside the limit of the machine: same files, same run. */
@NullMarked
package io.idaeus.it.bench;

import org.jspecify.annotations.NullMarked;
