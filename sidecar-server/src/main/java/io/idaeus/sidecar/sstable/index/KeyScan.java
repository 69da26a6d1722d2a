/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Every key of a BIG SSTable, read from Index.db and compared with the tokens that nodes own: what Cassandra's
 * {@code Verifier} does before an import, and the order of the keys besides.
 *
 * @param keys number of them
 * @param bounds their tokens
 * @param foreign which of them the node does not own
 * @param leftover which of them the source does not own
 */
public record KeyScan(long keys, TokenBounds bounds, Others foreign, Others leftover) {

    /**
     * Keys outside of some ranges.
     *
     * @param first null for none
     */
    public record Others(long count, @Nullable PartitionKey first) {
        public static final Others NONE = new Others(0, null);
    }

    /**
     * Reads the file once, from its beginning to its end.
     *
     * @param owned by the node that compares
     * @param ownedBySource the full ring where it is unknown
     * @throws SstableException where the file has no key, breaks off, or its keys are not in an SSTable's order
     */
    public static KeyScan of(Path indexFile, TokenRanges owned, TokenRanges ownedBySource) throws SstableException {
        try (ComponentFile file = ComponentFile.open(indexFile)) {
            Scan scan = new Scan(file, owned, ownedBySource);
            new IndexFile(file).keys(scan);
            return scan.result();
        }
    }

    private static final class Scan implements IndexFile.Keys {
        private final ComponentFile file;
        private final Comparison here;
        private final Comparison atSource;

        private byte @Nullable [] last;
        private int lastOffset;
        private int lastLength;
        private long lastToken;
        private long firstToken;
        private long keys;

        Scan(ComponentFile file, TokenRanges owned, TokenRanges ownedBySource) {
            this.file = file;
            here = new Comparison(owned);
            atSource = new Comparison(ownedBySource);
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
            if (here.isOther(token)) {
                here.count(bytes, offset, length);
            }
            if (atSource.isOther(token)) {
                atSource.count(bytes, offset, length);
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
            return new KeyScan(keys, new TokenBounds(firstToken, lastToken), here.others(), atSource.others());
        }
    }

    /** Compares keys with ranges, in the order of their tokens. */
    private static final class Comparison {
        private final TokenRanges owned;
        private @Nullable TokenBounds around;
        private long others;
        private @Nullable PartitionKey first;

        Comparison(TokenRanges owned) {
            this.owned = owned;
        }

        boolean isOther(long token) {
            if (around == null || token > around.last()) {
                around = owned.around(token);
            }
            return around == null;
        }

        void count(byte[] bytes, int offset, int length) {
            others++;
            if (first == null) {
                first = Scan.copy(bytes, offset, length);
            }
        }

        Others others() {
            return others == 0 ? Others.NONE : new Others(others, first);
        }
    }
}
