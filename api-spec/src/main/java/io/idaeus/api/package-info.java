/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package io.idaeus.api;

import org.jspecify.annotations.NullMarked;
