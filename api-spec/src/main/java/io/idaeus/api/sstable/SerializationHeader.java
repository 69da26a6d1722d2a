/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import java.util.List;
import java.util.Map;

/** The types an SSTable was written with, as Cassandra's class names; columns map name to type. */
public record SerializationHeader(
        String partitionKeyType,
        List<String> clusteringTypes,
        Map<String, String> staticColumns,
        Map<String, String> regularColumns) {}
