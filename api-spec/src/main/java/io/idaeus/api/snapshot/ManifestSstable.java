/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import io.idaeus.api.sstable.SstableInfo;
import java.util.List;

/** An SSTable and the checksums of its components. */
public record ManifestSstable(SstableInfo sstable, List<ManifestComponent> components) {}
