/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of the node, by tag.
 *
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = SnapshotExamples.SNAPSHOTS)
public record SnapshotList(
        List<SnapshotInfo> snapshots, @Nullable String next) {}
