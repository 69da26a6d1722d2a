/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Fetching;
import java.util.List;

/**
 * Brings components of one source, for one pull, and proves them. What makes it fast is its own matter: how many
 * connections it has, whether it asks for components together, whether they come compressed. For one thread; results
 * come on others, failures too.
 */
public interface ComponentFetcher {
    /**
     * How much to ask for together.
     *
     * @param components at most; 0 where each is fetched alone
     * @param bytes of all of them, at most
     * @param bytesOfEach larger ones are fetched alone
     * @param ranges of bytes, at most; a whole component is one
     */
    record Together(int components, long bytes, long bytesOfEach, int ranges) {
        public static final Together NEVER = new Together(0, 0, -1, 0);
    }

    Together together();

    /** How many requests to have at once. It may change with {@link #adapt}. */
    int slots();

    /** How many connections it has, for whoever looks. */
    int connections();

    /** @param bytes more that it will be asked for */
    void expect(long bytes);

    /**
     * Call it often; it is cheap.
     *
     * @param failing whether fetches from this source fail
     */
    void adapt(boolean failing);

    /** Whether it brought this failure about itself, as it tried to be faster, and the source need not be taken for failing. */
    boolean hasCaused(FetchResult.Failed failure);

    /**
     * Fetches a file. Parts that an earlier fetch has left at the destination are not fetched again if they are right.
     * The file is proven and durable in the result {@link FetchResult.Fetched}.
     */
    Fetching<FetchResult> fetch(ComponentRequest request);

    /** Within the limits of {@link #together}. What comes is proven; who asked makes it durable. */
    Fetching<BundleResult> fetchTogether(List<BundledComponent> requests);
}
