/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A component of a bundle.
 *
 * @param content null where the source sends it
 */
public record BundledComponent(
        ComponentRequest request, @Nullable ByteBuffer content) {}
