/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pages through a sorted list. The cursor is the sort key of a page's last item: it stays valid when items come and go.
 *
 * @param limit items per page
 * @param after the key before the page's first; null for the first page
 */
public record Paging(int limit, @Nullable String after) {
    // Other text taken for a cursor would silently skip items.
    private static final String MARK = "after ";

    /** One page, and the cursor of the next; null on the last. */
    public record Page<T>(List<T> items, @Nullable String next) {}

    /** @throws ProblemException INVALID_REQUEST */
    public static Paging of(@Nullable Integer limit, @Nullable String cursor) {
        return new Paging(limit(limit), cursor == null ? null : decode(cursor));
    }

    boolean isFirst() {
        return after == null;
    }

    /** @throws ProblemException INVALID_REQUEST */
    public static int limit(@Nullable Integer limit) {
        if (limit == null) {
            return Bounds.DEFAULT_PAGE;
        }
        BoundedNumber.requireWithin("limit", limit, 1, Bounds.MAX_PAGE);
        return limit;
    }

    /** @param sorted by the key, ascending */
    <T> Page<T> page(List<T> sorted, Function<T, String> key) {
        return page(sorted, key, Comparator.naturalOrder());
    }

    /** @param sorted by the key, descending */
    <T> Page<T> pageOfNewest(List<T> sorted, Function<T, String> key) {
        return page(sorted, key, Comparator.reverseOrder());
    }

    private <T> Page<T> page(List<T> sorted, Function<T, String> key, Comparator<String> order) {
        int from = after == null ? 0 : firstAfter(sorted, key, after, order);
        int to = Math.min(sorted.size(), from + limit);
        List<T> items = sorted.subList(from, to);
        return new Page<>(items, to == sorted.size() ? null : encode(key.apply(sorted.get(to - 1))));
    }

    private static <T> int firstAfter(List<T> sorted, Function<T, String> key, String after, Comparator<String> order) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(key.apply(sorted.get(middle)), after) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static String encode(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((MARK + key).getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String cursor) {
        BoundedText.CURSOR.require("after", cursor);
        return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).substring(MARK.length());
    }
}
