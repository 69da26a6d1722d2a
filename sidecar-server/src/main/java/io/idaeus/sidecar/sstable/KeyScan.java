/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.UnreadableReason.Code;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Every key of a BIG SSTable, read from Index.db and compared with the tokens that a node owns: what Cassandra's
 * {@code Verifier} does before an import, and the order of the keys besides.
 *
 * @param keys number of them
 * @param bounds their tokens
 * @param foreign the first key whose token is not in the ranges; null for none
 */
public record KeyScan(
        long keys, TokenBounds bounds, @Nullable PartitionKey foreign) {

    /**
     * Reads the file once, from its beginning to its end.
     *
     * @throws SstableException where the file has no key, breaks off, or its keys are not in an SSTable's order
     */
    public static KeyScan of(Path indexFile, TokenRanges owned) throws SstableException {
        try (ComponentFile file = ComponentFile.open(indexFile)) {
            Scan scan = new Scan(file, owned);
            new IndexFile(file).keys(scan);
            return scan.result();
        }
    }

    private static final class Scan implements IndexFile.Keys {
        private final ComponentFile file;
        private final TokenRanges owned;

        private byte @Nullable [] last;
        private int lastOffset;
        private int lastLength;
        private long lastToken;
        private long firstToken;
        private long keys;
        private @Nullable TokenBounds around;
        private @Nullable PartitionKey foreign;

        Scan(ComponentFile file, TokenRanges owned) {
            this.file = file;
            this.owned = owned;
        }

        @Override
        public void key(byte[] bytes, int offset, int length) throws SstableException {
            long token = Murmur3.token(bytes, offset, length);
            if (last == null) {
                firstToken = token;
            } else if (token < lastToken || (token == lastToken && !follows(last, bytes, offset, length))) {
                throw corrupt(
                        "key " + copy(bytes, offset, length) + " comes after " + copy(last, lastOffset, lastLength)
                                + " (expected: keys in the order of their tokens, each once)");
            }
            last = bytes;
            lastOffset = offset;
            lastLength = length;
            lastToken = token;
            keys++;
            if (foreign == null && (around == null || token > around.last())) {
                around = owned.around(token);
                if (around == null) {
                    foreign = copy(bytes, offset, length);
                }
            }
        }

        private boolean follows(byte[] before, byte[] bytes, int offset, int length) {
            return Arrays.compareUnsigned(before, lastOffset, lastOffset + lastLength, bytes, offset, offset + length)
                    < 0;
        }

        private static PartitionKey copy(byte[] bytes, int offset, int length) {
            return new PartitionKey(Arrays.copyOfRange(bytes, offset, offset + length));
        }

        private SstableException corrupt(String finding) {
            return new SstableException(Code.CORRUPT_COMPONENT, file.name() + ": " + finding);
        }

        private KeyScan result() throws SstableException {
            if (keys == 0) {
                throw corrupt("no key (expected: at least one)");
            }
            return new KeyScan(keys, new TokenBounds(firstToken, lastToken), foreign);
        }
    }
}
