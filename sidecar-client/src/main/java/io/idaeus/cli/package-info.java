/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package io.idaeus.cli;

import org.jspecify.annotations.NullMarked;
