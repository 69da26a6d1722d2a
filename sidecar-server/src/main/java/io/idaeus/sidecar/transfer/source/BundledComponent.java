/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One component of a bundle.
 *
 * @param content its bytes where the manifest held them; null where the source has to send them
 */
public record BundledComponent(
        ComponentRequest request, @Nullable ByteBuffer content) {}
