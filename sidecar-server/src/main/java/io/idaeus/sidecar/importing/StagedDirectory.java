/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;

/**
 * A directory below a staging root.
 *
 * @param path its real path
 * @param root as configured
 * @param owner the first name below the root: a transfer's id, or what an operator chose
 */
public record StagedDirectory(Path path, Path root, String owner) {}
