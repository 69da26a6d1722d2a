/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import java.nio.file.Path;
import java.util.Set;

/**
 * An SSTable that a finished manifest lists.
 *
 * @param directory its real path
 * @param components their names
 * @param dataBytes of Data.db
 */
public record ServedSstable(Path directory, String name, Set<String> components, long dataBytes) {}
