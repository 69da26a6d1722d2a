/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the fetch of many components ended.
 *
 * @param each in the order of the requests; null where nothing can be said of one, and its part file is as it was before
 * @param failure why the bundle ended early; null where it did not: then those of which nothing can be said could not be
 *     fetched together with others, and can be fetched alone
 */
public record BundleResult(List<@Nullable FetchResult> each, FetchResult.@Nullable Failed failure) {

    /** Of one that was fetched alone. */
    public static BundleResult of(FetchResult one) {
        return new BundleResult(List.of(one), null);
    }

    static BundleResult of(@Nullable FetchResult[] each, FetchResult.@Nullable Failed failure) {
        return new BundleResult(Collections.unmodifiableList(Arrays.asList(each.clone())), failure);
    }
}
