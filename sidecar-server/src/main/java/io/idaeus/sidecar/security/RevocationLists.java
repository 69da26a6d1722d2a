/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.PemFile;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.ManagerFactoryParameters;

/** The lists of {@code tls.crl}: one of each authority at least, each signed by its authority (RFC 5280, 5). */
record RevocationLists(Path file, List<X509CRL> lists) {
    // The JDK allows the same.
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(15);

    /** @throws IllegalArgumentException naming a list of no authority, or an authority without a list */
    static RevocationLists of(PemFile file, List<X509Certificate> authorities) {
        RevocationLists found = new RevocationLists(file.path(), file.revocationLists());
        for (X509CRL list : found.lists) {
            if (authorities.stream().noneMatch(authority -> signed(authority, list))) {
                throw new IllegalArgumentException(
                        "%s holds a list of %s (expected: only lists that an authority in tls.trust signed)"
                                .formatted(file, list.getIssuerX500Principal().getName()));
            }
        }
        for (X509Certificate authority : authorities) {
            if (found.lists.stream().noneMatch(list -> signed(authority, list))) {
                throw new IllegalArgumentException(
                        "%s has no list of %s, which is in tls.trust (expected: one of each authority; an empty one where"
                                        .formatted(
                                                file,
                                                authority
                                                        .getSubjectX500Principal()
                                                        .getName())
                                + " it revoked nothing)");
            }
        }
        return found;
    }

    private static boolean signed(X509Certificate authority, X509CRL list) {
        if (!authority.getSubjectX500Principal().equals(list.getIssuerX500Principal())) {
            return false;
        }
        try {
            list.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** When the first of them ends; empty where none does. */
    Optional<Instant> expiry() {
        return lists.stream()
                .map(X509CRL::getNextUpdate)
                .filter(next -> next != null)
                .map(Date::toInstant)
                .min(Instant::compareTo);
    }

    /** @throws IllegalArgumentException where a list is not valid then: every certificate would be refused */
    void checkDates(Instant now) {
        lists.stream()
                .map(list -> list.getThisUpdate().toInstant())
                .filter(begin -> begin.isAfter(now.plus(CLOCK_SKEW)))
                .findFirst()
                .ifPresent(begin -> {
                    throw new IllegalArgumentException(
                            "%s is not valid before %s (expected: a current one; do the clocks agree?)"
                                    .formatted(file, begin));
                });
        expiry().filter(end -> end.isBefore(now)).ifPresent(end -> {
            throw new IllegalArgumentException(
                    "%s has expired: the next list was due at %s (expected: a current one)".formatted(file, end));
        });
    }

    /** Whether one of them names a certificate. */
    boolean revoke(Certificate... chain) {
        return Arrays.stream(chain)
                .anyMatch(certificate -> lists.stream().anyMatch(list -> list.isRevoked(certificate)));
    }

    /** Trusts the authorities, except for what the lists name. Asks nobody over the network. */
    ManagerFactoryParameters trusting(KeyStore authorities) throws GeneralSecurityException {
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(authorities, new X509CertSelector());
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(lists)));
        PKIXRevocationChecker checker =
                (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
        checker.setOptions(
                EnumSet.of(PKIXRevocationChecker.Option.PREFER_CRLS, PKIXRevocationChecker.Option.NO_FALLBACK));
        parameters.addCertPathChecker(checker);
        return new CertPathTrustManagerParameters(parameters);
    }
}
