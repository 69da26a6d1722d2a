/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Plans: transfers and changes of the ring that belong together and are approved together. */
@NullMarked
package io.idaeus.api.plan;

import org.jspecify.annotations.NullMarked;
