/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/** Certificates in words. */
public final class CertificateText {
    private static final int ISSUERS = 5;

    private CertificateText() {}

    /** For instance {@code CN=node1 (issued by CN=Idaeus)}. */
    public static String of(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName() + " (issued by "
                + certificate.getIssuerX500Principal().getName() + ")";
    }

    /** The first few names. */
    public static String issuers(Collection<X500Principal> issuers) {
        List<String> names =
                issuers.stream().map(X500Principal::getName).distinct().toList();
        return names.isEmpty()
                ? "nobody"
                : String.join("; ", names.subList(0, Math.min(ISSUERS, names.size())))
                        + (names.size() > ISSUERS ? "; and " + (names.size() - ISSUERS) + " more" : "");
    }

    /**
     * Why a certificate is rejected.
     *
     * @param chain the certificate, then its issuers
     * @param trusted authorities of the side that rejects it
     */
    static String why(X509Certificate[] chain, CertificateException cause, X509Certificate[] trusted) {
        Instant now = Instant.now();
        for (X509Certificate certificate : chain) {
            String whose = certificate.equals(chain[0]) ? "it" : "its issuer " + of(certificate);
            if (now.isAfter(certificate.getNotAfter().toInstant())) {
                return whose + " expired at " + certificate.getNotAfter().toInstant();
            }
            if (now.isBefore(certificate.getNotBefore().toInstant())) {
                return whose + " is not valid before "
                        + certificate.getNotBefore().toInstant() + "; check the clocks";
            }
        }
        String text = causes(cause).map(String::valueOf).collect(Collectors.joining("; "));
        if (text.contains("No subject alternative") || text.contains("No name matching")) {
            return "it is for other names, " + names(chain[0]) + ": " + cause.getMessage();
        }
        if (causes(cause).anyMatch(CertificateText::isRevoked)) {
            return "it is revoked";
        }
        if (text.contains("revocation status") || text.contains("CRL")) {
            return "no revocation list tells whether it is revoked: " + last(cause);
        }
        return "its issuer is not trusted (trusted: "
                + issuers(Arrays.stream(trusted)
                        .map(X509Certificate::getSubjectX500Principal)
                        .toList())
                + ")";
    }

    private static boolean isRevoked(Throwable cause) {
        return cause instanceof CertPathValidatorException path
                && path.getReason() == CertPathValidatorException.BasicReason.REVOKED;
    }

    private static String last(Throwable cause) {
        return String.valueOf(
                causes(cause).reduce((first, second) -> second).orElse(cause).getMessage());
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20);
    }

    private static String names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? "none"
                    : names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.joining(", "));
        } catch (CertificateParsingException e) {
            return "which cannot be read";
        }
    }
}
