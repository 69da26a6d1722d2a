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
 * How the fetch of a bundle ended.
 *
 * @param each per entry, in order; null where the component has to be fetched alone
 * @param failure why the bundle ended early, if it did
 */
public record BundleResult(List<@Nullable FetchResult> each, FetchResult.@Nullable Failed failure) {

    public static BundleResult of(FetchResult one) {
        return new BundleResult(List.of(one), null);
    }

    static BundleResult of(@Nullable FetchResult[] each, FetchResult.@Nullable Failed failure) {
        return new BundleResult(Collections.unmodifiableList(Arrays.asList(each.clone())), failure);
    }
}
