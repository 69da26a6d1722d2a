/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.cluster.Host;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.node.Health;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.SnapshotInfo;
import java.util.Set;

/** How long an answer may be, by its kind: a peer that is hostile or broken must not fill the heap. */
enum AnswerBound {
    /** One thing, an error, or nothing. */
    DOCUMENT(4L << 20, 4L << 20),
    /** Grows with the cluster, the table or the request. An eighth of the heap, which holds it several times over. */
    LIST(16L << 20, 512L << 20);

    private static final int SHARE_OF_HEAP = 8;
    private static final Set<Class<?>> DOCUMENTS = Set.of(
            NodeInfo.class,
            Host.class,
            Health.class,
            Lease.class,
            Limits.class,
            LimitSettings.class,
            SnapshotInfo.class,
            TableInfo.class);

    private final long least;
    private final long most;

    AnswerBound(long least, long most) {
        this.least = least;
        this.most = most;
    }

    static AnswerBound of(Class<?> type) {
        return DOCUMENTS.contains(type) ? DOCUMENT : LIST;
    }

    /** @param heap the most that it can grow to, in bytes */
    long bytes(long heap) {
        return Math.max(least, Math.min(most, heap / SHARE_OF_HEAP));
    }

    long bytes() {
        return bytes(Runtime.getRuntime().maxMemory());
    }

    /**
     * How many bytes of the heap the values of an answer may take: twice its length. The ring of 200 nodes with 256 tokens
     * each and three replicas takes 56 MiB of the default heap of 256.
     *
     * @param heap the most that it can grow to, in bytes
     */
    long weight(long heap) {
        return 2 * bytes(heap);
    }

    long weight() {
        return weight(Runtime.getRuntime().maxMemory());
    }
}
