/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The page that shows clusters, transfers and plans, for whoever serves it. */
@NullMarked
package io.idaeus.ui;

import org.jspecify.annotations.NullMarked;
