/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.function.Predicate;

/** The requests of a transfer or a preview to a source. */
enum Stage {
    NODE(asked -> asked.path().equals("/v1/node")),
    RING(asked -> asked.path().equals("/v1/ring")),
    TABLE(asked -> asked.path().startsWith("/v1/keyspaces/")),
    LEASE(asked -> asked.method().equals("PUT") && asked.path().startsWith("/v1/leases/")),
    RELEASE(asked -> asked.method().equals("DELETE") && asked.path().startsWith("/v1/leases/")),
    TAKE(asked -> asked.method().equals("POST") && asked.path().equals("/v1/snapshots")),
    SNAPSHOT(asked -> asked.method().equals("GET") && asked.path().matches("/v1/snapshots/[^/]+")),
    MANIFEST(asked -> asked.path().matches("/v1/snapshots/[^/]+/manifest")),
    SLICES(asked -> asked.method().equals("POST") && asked.path().matches("/v1/snapshots/[^/]+/slices")),
    LISTING(asked -> asked.path().equals("/v1/sstables")),
    HOST(asked -> asked.path().equals("/v1/host") || asked.path().startsWith("/v1/claims/")),
    FILE(asked ->
            asked.ofData() && asked.method().equals("GET") && !asked.target().contains("?crc32=")),
    BUNDLE(asked -> asked.ofData() && asked.method().equals("POST")),
    CHECKSUMS(asked -> asked.ofData() && asked.target().contains("?crc32="));

    @SuppressWarnings("ImmutableEnumChecker") // The lambdas above hold nothing.
    private final Predicate<Asked> matches;

    Stage(Predicate<Asked> matches) {
        this.matches = matches;
    }

    boolean matches(Asked asked) {
        return matches.test(asked);
    }
}
