/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.pem.PemFile;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Whether the certificate that the command presents is valid, and for how long. */
public final class CertificateExpiry {

    private static final Duration SOON = Duration.ofDays(14);

    private CertificateExpiry() {}

    public static Diagnosis of(Path file, Clock clock) {
        try {
            X509Certificate certificate = PemFile.read(file).certificates().get(0);
            Instant end = certificate.getNotAfter().toInstant();
            String found = "yours, %s in %s, is valid until %s"
                    .formatted(certificate.getSubjectX500Principal().getName(), file, end);
            if (clock.instant().isAfter(end)) {
                return Diagnosis.fail("certificate", found, "request a new one: sidecars reject this one");
            }
            return clock.instant().plus(SOON).isAfter(end)
                    ? Diagnosis.warn("certificate", found, "request a new one before it expires")
                    : Diagnosis.ok("certificate", found);
        } catch (IllegalArgumentException unusable) {
            return Diagnosis.fail(
                    "certificate",
                    String.valueOf(unusable.getMessage()),
                    "correct the file, or name another with --cert");
        }
    }
}
