/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

/**
 * The description that a source gives of itself.
 *
 * @param partitioner class name
 * @param slices whether it describes slices, and sends excerpts of files
 */
public record SourceDescription(String hostId, String cluster, String partitioner, boolean slices) {}
