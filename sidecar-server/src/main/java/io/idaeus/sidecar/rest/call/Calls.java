/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.operation.Call;
import io.idaeus.sidecar.rest.connection.ControlConnection;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import jakarta.inject.Singleton;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** The call that a request makes. */
@Singleton
public final class Calls {
    private static final String ATTRIBUTE = "io.idaeus.call";

    static void set(HttpRequest<?> request, Caller caller) {
        request.setAttribute(
                ATTRIBUTE, new Call(caller, key(request, caller), () -> ControlConnection.isClosed(request)));
    }

    /** Empty before the caller is known, and where nobody is asked. */
    public static Optional<Call> of(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, Call.class);
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

    /**
     * The call whose request is being answered.
     *
     * @throws IllegalStateException outside of a request, or where nobody was asked
     */
    public Call current() {
        return ServerRequestContext.currentRequest()
                .flatMap(Calls::of)
                .orElseThrow(() -> new IllegalStateException("the caller of this request is not known"));
    }
}
