/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Named clusters in the user's configuration file. */
@NullMarked
package io.idaeus.cli.context;

import org.jspecify.annotations.NullMarked;
