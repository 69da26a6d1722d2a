/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Serves the page to a browser on this host, and calls sidecars for it with the user's certificate or token. */
@NullMarked
package io.idaeus.cli.ui;

import org.jspecify.annotations.NullMarked;
