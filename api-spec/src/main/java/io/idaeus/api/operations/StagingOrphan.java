/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import java.time.Instant;

/**
 * A file or directory in a staging root that belongs to no transfer on record.
 *
 * @param path on the node
 * @param modifiedAt when it last changed, as its file system says
 */
public record StagingOrphan(String path, Instant modifiedAt) {}
