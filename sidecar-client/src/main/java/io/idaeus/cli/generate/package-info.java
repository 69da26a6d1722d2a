/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Man pages and completion scripts, made from the commands and their options. */
@NullMarked
package io.idaeus.cli.generate;

import org.jspecify.annotations.NullMarked;
