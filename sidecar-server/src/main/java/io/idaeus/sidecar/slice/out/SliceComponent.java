/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.checksum.Crc32;

/** A component that was written. */
public record SliceComponent(String name, long bytes, Crc32 crc32) {}
