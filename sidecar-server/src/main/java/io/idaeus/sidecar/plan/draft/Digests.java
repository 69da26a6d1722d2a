/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Replica;
import io.idaeus.api.RingRange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SHA-256, in hex, of lines. */
final class Digests {
    private Digests() {}

    static String of(Stream<String> lines) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            lines.forEach(line -> digest.update((line + '\n').getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Of the members of the ring and of the replicas of every range. Liveness does not count. */
    static String ofRing(ClusterFacts facts) {
        Stream<String> members = facts.members().stream()
                .map(MemberFacts::node)
                .map(node -> String.join(
                        "|",
                        node.hostId(),
                        node.address(),
                        node.datacenter(),
                        node.rack(),
                        node.movement(),
                        String.valueOf(node.tokens())))
                .sorted();
        Stream<String> ranges = facts.keyspaces().stream()
                .sorted(Comparator.comparing(KeyspaceFacts::name))
                .flatMap(keyspace -> keyspace.ranges().stream().map(range -> line(keyspace, range)));
        return of(Stream.concat(members, ranges));
    }

    private static String line(KeyspaceFacts keyspace, RingRange range) {
        String replicas =
                range.replicas().stream().map(Replica::hostId).sorted().collect(Collectors.joining(","));
        return keyspace.name() + "|" + range.range() + "|" + replicas;
    }
}
