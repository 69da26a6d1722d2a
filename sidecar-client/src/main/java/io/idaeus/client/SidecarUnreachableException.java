/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sidecar could not be reached, or its response is missing or incomplete. */
public final class SidecarUnreachableException extends SidecarCallException {

    private final transient URI uri;
    private final String detail;
    private final String remedy;
    private final boolean mayHaveArrived;

    private SidecarUnreachableException(
            URI uri, String detail, String remedy, boolean mayHaveArrived, Throwable cause) {
        super("%s: %s; %s".formatted(uri, detail, remedy), cause);
        this.uri = uri;
        this.detail = detail;
        this.remedy = remedy;
        this.mayHaveArrived = mayHaveArrived;
    }

    public URI uri() {
        return uri;
    }

    public String detail() {
        return detail;
    }

    public String remedy() {
        return remedy;
    }

    /** Whether the request may have reached the sidecar; false where no connection was made. */
    public boolean mayHaveArrived() {
        return mayHaveArrived;
    }

    /** @param own the certificate that was presented; null for none */
    static SidecarUnreachableException of(URI uri, IOException cause, @Nullable OwnCertificate own) {
        Optional<TlsFailure> tls = TlsFailure.of(cause, own);
        if (tls.isPresent()) {
            return unsent(uri, Wire.shown(tls.get().detail()), tls.get().remedy(), cause);
        }
        if (hasCause(cause, UnresolvedAddressException.class)) {
            return unsent(uri, "the host name is unknown", "check the address", cause);
        }
        if (cause instanceof HttpConnectTimeoutException) {
            return unsent(
                    uri,
                    "the connection timed out",
                    "check that the host is up, that no firewall blocks it, and that both sides use TLS or neither",
                    cause);
        }
        if (cause instanceof ConnectException) {
            return unsent(uri, "connection refused", "check that the sidecar runs, and its address and port", cause);
        }
        Optional<String> withheld =
                own == null || !"https".equalsIgnoreCase(uri.getScheme()) ? Optional.empty() : own.withheld();
        if (withheld.isPresent()) {
            // The alert can get lost when the sidecar closes the connection.
            return new SidecarUnreachableException(
                    uri, "the sidecar closed the connection", Wire.shown(withheld.get()), true, cause);
        }
        return new SidecarUnreachableException(
                uri,
                "the connection broke: " + Wire.shown(String.valueOf(cause.getMessage())),
                "check that the sidecar runs and that both sides use TLS or neither, and repeat",
                true,
                cause);
    }

    static SidecarUnreachableException timeout(URI uri, Duration waited, Throwable cause) {
        return new SidecarUnreachableException(
                uri,
                "no complete response within %d ms".formatted(waited.toMillis()),
                "see the log of the sidecar, or allow more time",
                true,
                cause);
    }

    private static SidecarUnreachableException unsent(URI uri, String detail, String remedy, Throwable cause) {
        return new SidecarUnreachableException(uri, detail, remedy, false, cause);
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
