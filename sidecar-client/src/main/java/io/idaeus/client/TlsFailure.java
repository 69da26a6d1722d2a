/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.pem.RejectedCertificateException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A failed handshake in words. */
record TlsFailure(String detail, String remedy) {
    private static final String ALERT = "Received fatal alert: ";

    /**
     * Empty where TLS is not the cause.
     *
     * @param own null where none is presented, or it is not known
     */
    static Optional<TlsFailure> of(Throwable failure, @Nullable OwnCertificate own) {
        Optional<SSLException> tls = causes(failure)
                .filter(SSLException.class::isInstance)
                .map(SSLException.class::cast)
                .findFirst();
        return tls.map(broken -> causes(broken)
                .filter(RejectedCertificateException.class::isInstance)
                .map(RejectedCertificateException.class::cast)
                .findFirst()
                .map(TlsFailure::ofServer)
                .orElseGet(() -> inGeneral(String.valueOf(broken.getMessage()), own)));
    }

    private static TlsFailure ofServer(RejectedCertificateException rejected) {
        String why = rejected.why();
        String remedy = "renew the certificate at that sidecar (its tls.certificate)";
        if (why.contains("not trusted")) {
            remedy = "name its issuer in --cacert (where a sidecar calls: in its tls.trust), or check the address";
        } else if (why.contains("other names")) {
            remedy = "call it by one of these names, or issue its certificate for every name that it is called by";
        }
        return new TlsFailure(
                "TLS failed: the sidecar's certificate, " + rejected.certificate() + ", is rejected: " + why, remedy);
    }

    private static TlsFailure inGeneral(String message, @Nullable OwnCertificate own) {
        if (message.contains("Unsupported or unrecognized SSL message") || message.contains("not an SSL/TLS record")) {
            return new TlsFailure(
                    "TLS failed: it answers without TLS", "use http:// in the address, or check its port");
        }
        int at = message.indexOf(ALERT);
        if (at < 0) {
            return new TlsFailure("TLS failed: " + message, "check the certificates of both sides");
        }
        String alert = message.substring(at + ALERT.length());
        Optional<String> withheld = own == null ? Optional.empty() : own.withheld();
        if (withheld.isPresent()) {
            return new TlsFailure("TLS failed: the sidecar asks for a certificate (" + alert + ")", withheld.get());
        }
        if (!alert.contains("certificate") && !alert.contains("unknown_ca")) {
            return new TlsFailure("TLS failed: the sidecar ended the handshake: " + alert, "see the sidecar's log");
        }
        if (own == null && alert.contains("certificate_required")) {
            return new TlsFailure(
                    "TLS failed: the sidecar asks for a certificate, and none was presented",
                    "name yours with --cert and --key");
        }
        String whose = own == null ? "this side's certificate" : own.toString();
        return new TlsFailure(
                "TLS failed: the sidecar refused %s: %s".formatted(whose, inWords(alert)),
                "use another one (--cert and --key; where a sidecar calls: its tls.certificate). The log of the sidecar"
                        + " that refused it says why");
    }

    private static String inWords(String alert) {
        return switch (alert) {
            case "certificate_expired" -> "it has expired, or the clocks differ";
            case "certificate_revoked" -> "it is revoked";
            case "unknown_ca" -> "its issuer is not trusted there";
            default -> alert;
        };
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20);
    }
}
