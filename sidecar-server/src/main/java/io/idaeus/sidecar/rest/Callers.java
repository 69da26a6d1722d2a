/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.access.Caller;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import jakarta.inject.Singleton;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Who sent the request that is being answered. */
@Singleton
final class Callers {
    private static final String ATTRIBUTE = "io.idaeus.caller";

    static void set(HttpRequest<?> request, Caller caller) {
        request.setAttribute(ATTRIBUTE, caller);
    }

    static boolean isKnown(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE).isPresent();
    }

    /** Empty before the caller is known, and where nobody is asked. */
    static Optional<Caller> of(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, Caller.class);
    }

    /** Null without authentication. */
    @Nullable
    String requestedBy() {
        Caller caller = current();
        return caller.identity() == null ? null : caller.shown();
    }

    /** Who is counted: the identity of the caller; without authentication its address, or its network of IPv6 (/64). */
    static String key(HttpRequest<?> request, Caller caller) {
        return caller.identity() == null ? address(request) : caller.shown();
    }

    static String address(HttpRequest<?> request) {
        InetAddress address = request.getRemoteAddress().getAddress();
        if (address instanceof Inet6Address && !address.isLoopbackAddress()) {
            byte[] network = Arrays.copyOf(address.getAddress(), 8);
            return HexFormat.of().formatHex(network) + "::/64";
        }
        return address == null ? "unknown" : address.getHostAddress();
    }

    /** {@link #key(HttpRequest, Caller)} of the request that is being answered. */
    String currentKey() {
        return key(
                ServerRequestContext.currentRequest()
                        .orElseThrow(() -> new IllegalStateException("no request is being answered")),
                current());
    }

    /** Whether nobody reads the answer to this request any more. For any thread. */
    BooleanSupplier gone() {
        return ServerRequestContext.currentRequest()
                .<BooleanSupplier>map(request -> () -> ControlConnection.isClosed(request))
                .orElse(() -> false);
    }

    /** @throws IllegalStateException outside of a request, or where nobody was asked */
    Caller current() {
        return ServerRequestContext.currentRequest()
                .flatMap(request -> request.getAttribute(ATTRIBUTE, Caller.class))
                .orElseThrow(() -> new IllegalStateException("the caller of this request is not known"));
    }
}
