/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

/**
 * What a source says of itself.
 *
 * @param partitioner class name
 */
public record SourceDescription(String hostId, String cluster, String partitioner) {}
