/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Problem;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Fetches each page when it is needed. */
final class Pages<P> implements Iterator<P> {
    // An answer that never ends would fill the heap.
    private static final int MOST = 1_000_000;

    private final URI sidecar;
    private final Function<@Nullable String, P> fetch;
    private final Function<P, @Nullable String> next;
    private @Nullable String after;
    private boolean done;

    private Pages(
            URI sidecar,
            Function<@Nullable String, P> fetch,
            Function<P, @Nullable String> next,
            @Nullable String after) {
        this.sidecar = sidecar;
        this.fetch = fetch;
        this.next = next;
        this.after = after;
    }

    /** Streams pages from {@code after} on; {@code next} is null on the last. */
    static <P> Stream<P> stream(
            URI sidecar,
            Function<@Nullable String, P> fetch,
            Function<P, @Nullable String> next,
            @Nullable String after) {
        Pages<P> pages = new Pages<>(sidecar, fetch, next, after);
        int traits = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, traits), false);
    }

    /** The items of all pages together. */
    static <P, T> List<T> all(
            URI sidecar,
            Function<@Nullable String, P> fetch,
            Function<P, @Nullable String> next,
            Function<P, List<T>> items) {
        List<T> all = new ArrayList<>();
        stream(sidecar, fetch, next, null).forEach(page -> {
            all.addAll(items.apply(page));
            if (all.size() > MOST) {
                throw endless(sidecar, "There are more than " + MOST + " entries");
            }
        });
        return all;
    }

    @Override
    public boolean hasNext() {
        return !done;
    }

    @Override
    public P next() {
        if (done) {
            throw new NoSuchElementException("That was the last page");
        }
        P page = fetch.apply(after);
        String following = next.apply(page);
        if (following != null && following.equals(after)) {
            throw endless(sidecar, "The page after \"%s\" names itself as the next".formatted(Wire.shown(following)));
        }
        after = following;
        done = following == null;
        return page;
    }

    private static SidecarException endless(URI sidecar, String found) {
        Problem problem = new Problem(
                "about:blank", "The pages do not end", 200, found + "; check that the address is a sidecar's", null);
        return new SidecarException("GET", sidecar, problem);
    }
}
