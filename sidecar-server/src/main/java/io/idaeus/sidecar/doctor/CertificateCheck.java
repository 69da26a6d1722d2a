/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.pem.PemFile;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.TlsMaterial;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.X509TrustManager;

/** Whether certificates are valid, and those of {@code tls} fit each other, are trusted, and name this host. */
final class CertificateCheck {
    private static final Duration SOON = Duration.ofDays(14);
    private static final String BY = ", for instance with bin/idaeus-certificates";
    private static final String ISSUE = "issue a new one" + BY;

    private final ExaminedHost host;
    private final List<String> names;
    private final Instant now;

    /** @param names by which others call this sidecar */
    CertificateCheck(ExaminedHost host, List<String> names, Clock clock) {
        this.host = host;
        this.names = names;
        this.now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    List<Diagnosis> examine() {
        List<Diagnosis> all = new ArrayList<>();
        host.certificates().forEach((key, file) -> all.addAll(validity(key, file)));
        TlsPaths tls = host.tls();
        if (tls != null) {
            all.addAll(identity(tls));
            all.add(permissions(tls.key()));
        }
        return all;
    }

    private List<Diagnosis> validity(String key, Path file) {
        try {
            // A file of authorities can hold hundreds: those that are well have one line together.
            List<X509Certificate> certificates = PemFile.read(file).certificates();
            List<Diagnosis> bad = certificates.stream()
                    .map(each -> validity(key, file, each))
                    .filter(each -> each.status() != Diagnosis.Status.OK)
                    .toList();
            return bad.isEmpty() ? List.of(validity(key, file, first(certificates))) : bad;
        } catch (IllegalArgumentException unreadable) {
            return List.of(Diagnosis.fail(
                    "certificate", String.valueOf(unreadable.getMessage()), "correct the file of " + key));
        }
    }

    private static X509Certificate first(List<X509Certificate> certificates) {
        return certificates.stream()
                .min(Comparator.comparing(
                        certificate -> certificate.getNotAfter().toInstant()))
                .orElseThrow();
    }

    private Diagnosis validity(String key, Path file, X509Certificate certificate) {
        Instant begin = certificate.getNotBefore().toInstant();
        Instant end = certificate.getNotAfter().toInstant();
        String found = "%s: %s in %s is valid from %s until %s"
                .formatted(key, certificate.getSubjectX500Principal().getName(), file, begin, end);
        if (now.isBefore(begin)) {
            return Diagnosis.fail(
                    "certificate", found + ", and it is " + now, "check the clock of this host, or " + ISSUE);
        }
        if (now.isAfter(end)) {
            return Diagnosis.fail("certificate", found + ", and it is " + now, ISSUE);
        }
        return now.plus(SOON).isAfter(end)
                ? Diagnosis.warn("certificate", found, "issue a new one before it expires" + BY)
                : Diagnosis.ok("certificate", found);
    }

    private List<Diagnosis> identity(TlsPaths tls) {
        List<Diagnosis> all = new ArrayList<>();
        try {
            TlsMaterial material = TlsMaterial.read(tls);
            all.add(Diagnosis.ok("key", tls.key() + " is the key of " + tls.certificate()));
            all.add(names(tls.certificate(), material.certificate()));
            all.add(issuer(tls, material));
            material.checkLists(now);
        } catch (IllegalArgumentException unusable) {
            all.add(Diagnosis.fail(
                    "key",
                    String.valueOf(unusable.getMessage()),
                    "correct the files of tls.certificate, tls.key, tls.keyPasswordFile, tls.trust or tls.crl"));
        }
        return all;
    }

    private static Diagnosis issuer(TlsPaths tls, TlsMaterial material) {
        X509Certificate[] chain = material.chain().toArray(X509Certificate[]::new);
        X509TrustManager peer = Arrays.stream(material.trustManagers().getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .findFirst()
                .orElseThrow();
        try {
            peer.checkServerTrusted(chain, "UNKNOWN");
            peer.checkClientTrusted(chain, "UNKNOWN");
            return Diagnosis.ok("issuer", "%s is trusted by %s".formatted(tls.certificate(), tls.trust()));
        } catch (CertificateException rejected) {
            return Diagnosis.fail(
                    "issuer",
                    "a peer with the same tls.trust rejects %s: %s".formatted(tls.certificate(), rejected.getMessage()),
                    "issue a new one by an authority in tls.trust, for servers and clients" + BY);
        }
    }

    private Diagnosis names(Path file, X509Certificate certificate) {
        List<String> held = alternativeNames(certificate);
        List<String> missing = names.stream()
                .filter(name -> held.stream().noneMatch(each -> covers(each, name)))
                .toList();
        String found = file + " is for " + (held.isEmpty() ? "no host" : String.join(", ", held));
        return missing.isEmpty()
                ? Diagnosis.ok("names", found)
                : Diagnosis.fail(
                        "names",
                        found + ", not for " + String.join(", ", missing),
                        "issue a new one with each name that peers call this host by" + BY);
    }

    static boolean covers(String held, String name) {
        if (isAddress(name)) {
            return isAddress(held) && address(held).equals(address(name));
        }
        return held.equalsIgnoreCase(name)
                || (held.startsWith("*.")
                        && name.indexOf('.') > 0
                        && held.substring(1).equalsIgnoreCase(name.substring(name.indexOf('.'))));
    }

    private static boolean isAddress(String name) {
        return name.contains(":") || name.matches("[0-9.]+");
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException malformed) {
            throw new IllegalArgumentException(literal + " is no address", malformed);
        }
    }

    private static List<String> alternativeNames(X509Certificate certificate) {
        try {
            Collection<List<?>> names = Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
            return names.stream()
                    .map(name -> name.get(1))
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .toList();
        } catch (CertificateParsingException unreadable) {
            throw new IllegalArgumentException("its alternative names cannot be read: " + unreadable, unreadable);
        }
    }

    private static Diagnosis permissions(Path key) {
        try {
            return Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ)
                    ? Diagnosis.warn("permissions", "every user may read the key " + key, "chmod o-rwx " + key)
                    : Diagnosis.ok("permissions", "other users may not read the key " + key);
        } catch (IOException unreadable) {
            return Diagnosis.fail("permissions", key + ": " + unreadable, "let the sidecar's user read it");
        }
    }
}
