/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package io.idaeus.client;

import org.jspecify.annotations.NullMarked;
