/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The parts that commands share: options, the sidecar that they call, exit codes, failures, and the loop that watches.
 * It knows no command.
 */
@NullMarked
package io.idaeus.cli.command;

import org.jspecify.annotations.NullMarked;
