/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

/** One file of an SSTable, for instance {@code Data.db}. */
public record ComponentInfo(String name, long bytes) {}
