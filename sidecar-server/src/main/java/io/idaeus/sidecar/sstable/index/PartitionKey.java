/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.Murmur3;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A partition key with its token, in the order of an SSTable. */
public final class PartitionKey implements Comparable<PartitionKey> {
    private final byte[] bytes;
    private final long token;

    // Keeps the array: the caller must not change it.
    PartitionKey(byte[] bytes) {
        this.bytes = bytes;
        this.token = Murmur3.token(bytes);
    }

    public static PartitionKey of(byte[] bytes) {
        return new PartitionKey(bytes.clone());
    }

    /** A copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public long token() {
        return token;
    }

    /** Lower case. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public int compareTo(PartitionKey other) {
        int byToken = Long.compare(token, other.token);
        return byToken != 0 ? byToken : Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartitionKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return hex() + "@" + token;
    }
}
