/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Problem;
import java.net.URI;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Fetches each page when it is needed. */
final class Pages<P> implements Iterator<P> {

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
            throw endless(following);
        }
        after = following;
        done = following == null;
        return page;
    }

    private SidecarException endless(String page) {
        Problem problem = new Problem(
                "about:blank",
                "The pages do not end",
                200,
                "The page after \"%s\" names itself as the next; check that the address is a sidecar's"
                        .formatted(Wire.shown(page)),
                null);
        return new SidecarException("GET", sidecar, problem);
    }
}
