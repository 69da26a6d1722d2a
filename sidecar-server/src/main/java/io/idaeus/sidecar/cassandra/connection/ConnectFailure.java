/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.security.ClientTls;
import java.io.EOFException;
import java.net.SocketException;
import java.rmi.ConnectIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why Cassandra cannot be reached, for an operator: the JDK's words on TLS name neither the file nor the key to change.
 *
 * @param key for instance {@code cassandra.cql}
 */
record ConnectFailure(Endpoint endpoint, String key, Throwable failure) {
    private static final int DEPTH = 20;

    String explained() {
        List<Throwable> causes = causes();
        String known = tls(causes);
        return known == null ? Unavailable.rootMessage(causes.get(causes.size() - 1)) : known;
    }

    private @Nullable String tls(List<Throwable> causes) {
        ClientTls tls = endpoint.tls();
        String text = text(causes);
        boolean handshake = causes.stream().anyMatch(SSLException.class::isInstance);
        if (tls == null) {
            return handshake || text.contains("non-JRMP server") || brokeOff(causes)
                    ? text(last(causes)) + ": it may take connections over TLS alone; then set " + key + ".tls.trust"
                    : null;
        }
        if (text.contains("PKIX path") || text.contains("Path does not chain")) {
            return "its certificate is from none of the issuers in "
                    + tls.settings().trust() + " (" + key + ".tls.trust): " + text(last(causes));
        }
        if (text.contains("No subject alternative") || text.contains("No name matching")) {
            return "its certificate is for another host than " + endpoint.host() + " (" + key + ".host): "
                    + text(last(causes));
        }
        if (text.contains("Unsupported or unrecognized SSL message") || text.contains("not an SSL/TLS record")) {
            return "it answers without TLS: switch TLS on there, or remove " + key + ".tls";
        }
        if (text.contains("Received fatal alert") || brokeOff(causes)) {
            return clientCertificate(tls, causes);
        }
        if (text.contains("Expecting") && text.contains("SslRMIClientSocketFactory")) {
            return "its registry is on TLS, and its RMI server is not; no password was sent";
        }
        return null;
    }

    private String clientCertificate(ClientTls tls, List<Throwable> causes) {
        String found = text(last(causes));
        return tls.settings().certificate() == null
                ? found + ": it may ask for a client certificate; then set " + key + ".tls.certificate and .key"
                : found + ": it may not trust the issuer of " + tls.settings().certificate() + " (" + key
                        + ".tls.certificate)";
    }

    // While it was opened: later a node that stops does so, too.
    private boolean brokeOff(List<Throwable> causes) {
        Throwable last = last(causes);
        return failure instanceof ExecutionException
                && (last instanceof EOFException
                        || last instanceof ClosedConnectionException
                        || (last instanceof SocketException && text(last).matches("Connection reset.*|Broken pipe.*"))
                        || last instanceof ConnectIOException);
    }

    // From the outermost; of several nodes' failures the first.
    private List<Throwable> causes() {
        List<Throwable> causes = new ArrayList<>();
        Throwable next = failure;
        while (next != null && causes.size() < DEPTH) {
            causes.add(next);
            next = cause(next);
        }
        return causes;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        // The driver keeps why it could not connect beside its cause, which only says that it could not send then.
        for (Throwable beside : failure.getSuppressed()) {
            if (beside instanceof SocketException) {
                return beside;
            }
        }
        if (failure.getCause() == null && failure instanceof AllNodesFailedException all) {
            return all.getAllErrors().values().stream()
                    .flatMap(Collection::stream)
                    .findFirst()
                    .orElse(null);
        }
        return failure.getCause();
    }

    private static Throwable last(List<Throwable> causes) {
        return causes.get(causes.size() - 1);
    }

    private static String text(Throwable failure) {
        return Unavailable.rootMessage(failure);
    }

    private static String text(List<Throwable> causes) {
        return String.join("; ", causes.stream().map(String::valueOf).toList());
    }
}
