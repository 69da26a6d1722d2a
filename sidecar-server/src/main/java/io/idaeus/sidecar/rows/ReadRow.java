/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read.
 *
 * @param cells serialized: for each column its value and, where asked for, its write times and the seconds until it
 *     expires; null where Cassandra has none
 */
public record ReadRow(RowId key, List<@Nullable ByteBuffer> cells) {}
