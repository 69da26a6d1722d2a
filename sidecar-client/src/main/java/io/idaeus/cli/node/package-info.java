/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Commands that show or change what one node has: its keyspaces, tables, SSTables, snapshots, ring and limits. */
@NullMarked
package io.idaeus.cli.node;

import org.jspecify.annotations.NullMarked;
