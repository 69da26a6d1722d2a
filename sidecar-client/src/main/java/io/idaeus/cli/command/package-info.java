/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What commands are made of: the options that all have, the sidecar that they call, exit codes, failures, and the loop that
 * watches. It knows no command.
 */
@NullMarked
package io.idaeus.cli.command;

import org.jspecify.annotations.NullMarked;
