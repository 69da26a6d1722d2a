/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A component and its checksum.
 *
 * @param crc32 eight lower-case hex digits
 * @param checksumOrigin where the proof begins
 * @param content the bytes themselves, Base64, for {@code TOC.txt}, which can change under a snapshot; otherwise null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ManifestComponent(
        String name,
        long bytes,
        String crc32,
        ChecksumOrigin checksumOrigin,
        @Nullable String content) {}
