/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.sstable.ChecksumOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A component and its checksum.
 *
 * @param crc32 eight lower-case hex digits
 * @param checksumOrigin who computed the checksum
 * @param content the bytes in Base64, for {@code TOC.txt} only, because Cassandra may rewrite it in a snapshot
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ManifestComponent(
        String name,
        long bytes,
        String crc32,
        ChecksumOrigin checksumOrigin,
        @Nullable String content) {}
