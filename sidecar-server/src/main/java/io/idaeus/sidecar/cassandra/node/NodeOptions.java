/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Cassandra's settings that decide which SSTables it can read. */
public final class NodeOptions {
    // Nearly: what is not resolves to nothing, without a look-up.
    private static final Pattern IPV6 = Pattern.compile("\\[?[0-9A-Fa-f]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*\\]?");

    private final CqlQueries cql;
    private final LocalNode node;

    public NodeOptions(CqlQueries cql, LocalNode node) {
        this.cql = cql;
        this.node = node;
    }

    /** Tokens that the node takes if it joins without being told which. */
    public Optional<Integer> numTokens() {
        return setting("num_tokens").map(Integer::valueOf);
    }

    /** For instance {@code CASSANDRA_4}; empty before 5.0. */
    public Optional<String> storageCompatibilityMode() {
        if (!node.version().isAtLeast(5, 0)) {
            return Optional.empty();
        }
        return setting("storage_compatibility_mode");
    }

    /** Whether the node's list of seeds has this address, however it is written, or a host name of it. */
    boolean isSeed(String address) {
        return setting(node.version().isAtLeast(4, 1) ? "seed_provider.parameters" : "seed_provider")
                .map(provider -> names(provider, address))
                .orElse(false);
    }

    // In 4.0 org.apache.cassandra.locator.SimpleSeedProvider{seeds=10.0.0.1,10.0.0.2:7000}, in 4.1 and 5.0 what is in
    // braces, in 6.0 the same as JSON.
    static boolean names(String provider, String address) {
        return Arrays.stream(provider.split("[{}=,\"\\s]+"))
                .map(word -> word.replaceFirst("^([^:]+|\\[.+\\]):[0-9]+$", "$1"))
                .anyMatch(word -> word.equals(address) || (mayBeHost(word) && resolves(word, address)));
    }

    // Not the name of a class or of a parameter.
    private static boolean mayBeHost(String word) {
        return !word.isEmpty()
                && !word.equals("seeds")
                && !word.startsWith("org.apache.cassandra.")
                && !word.matches("[0-9.]+")
                && (!word.contains(":") || IPV6.matcher(word).matches());
    }

    private static boolean resolves(String name, String address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name))
                    .anyMatch(each -> each.getHostAddress().equals(address));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private Optional<String> setting(String name) {
        return cql.query(name, "SELECT value FROM system_views.settings WHERE name = ?", name).stream()
                .findFirst()
                .map(row -> row.getString("value"));
    }
}
