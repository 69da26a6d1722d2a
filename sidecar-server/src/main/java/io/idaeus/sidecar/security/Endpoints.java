/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.sidecar.thread.DaemonThreads;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoints of URIs, however they are written: {@code localhost} and {@code 127.0.0.1} are the same. Looks
 * each name up once: make one of these for each request. Thread-safe.
 */
public final class Endpoints {
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final PeerPolicy.Resolver resolver;
    private final Duration longest;
    private final Map<String, CompletableFuture<Set<String>>> addresses = new ConcurrentHashMap<>();

    public Endpoints() {
        this(InetAddress::getAllByName, LONGEST);
    }

    /** @param longest time for a look-up */
    Endpoints(PeerPolicy.Resolver resolver, Duration longest) {
        this.resolver = resolver;
        this.longest = longest;
    }

    /**
     * @param address in the form of {@link InetAddress#getHostAddress}; the name itself where its look-up fails or takes
     *     longer than five seconds
     * @param port -1 where the URI has none
     */
    public record Endpoint(String address, int port) {}

    /** At least one. What is no URI with a host is an endpoint of its own. */
    public Set<Endpoint> of(String uri) {
        URI parsed = parsed(uri);
        return parsed == null || parsed.getHost() == null
                ? Set.of(new Endpoint(uri, -1))
                : of(parsed.getHost(), parsed.getPort());
    }

    /** Those of all, whose names are looked up at once. */
    public Set<Endpoint> of(Collection<String> uris) {
        List<CompletableFuture<Set<String>>> begun = new ArrayList<>();
        for (String uri : uris) {
            URI parsed = parsed(uri);
            if (parsed != null && parsed.getHost() != null) {
                begun.add(begun(parsed.getHost()));
            }
        }
        CompletableFuture.allOf(begun.toArray(CompletableFuture[]::new)).join();
        return uris.stream().flatMap(uri -> of(uri).stream()).collect(Collectors.toSet());
    }

    /** @param host a name or an address, with or without brackets */
    public Set<Endpoint> of(String host, int port) {
        return begun(host).join().stream()
                .map(address -> new Endpoint(address, port))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static @Nullable URI parsed(String uri) {
        try {
            return URI.create(uri);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private CompletableFuture<Set<String>> begun(String host) {
        return addresses.computeIfAbsent(host.toLowerCase(Locale.ROOT), this::begin);
    }

    private CompletableFuture<Set<String>> begin(String host) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal != null) {
            return CompletableFuture.completedFuture(Set.of(text(literal)));
        }
        CompletableFuture<Set<String>> found = new CompletableFuture<>();
        // The resolver of the operating system cannot be interrupted.
        DaemonThreads.start("look-up", () -> lookUp(host, found));
        return found.completeOnTimeout(Set.of(host), longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void lookUp(String host, CompletableFuture<Set<String>> found) {
        try {
            found.complete(Arrays.stream(resolver.resolve(host))
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.toUnmodifiableSet()));
        } catch (UnknownHostException e) {
            found.complete(Set.of(host));
        }
    }

    // An IPv4 address that is mapped to IPv6 is the IPv4 address.
    private static String text(byte[] literal) {
        try {
            return InetAddress.getByAddress(literal).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of an illegal length", e);
        }
    }
}
