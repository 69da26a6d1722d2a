/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS to one of Cassandra's ports.
 *
 * @param trust PEM: issuers of Cassandra's certificate
 * @param certificate PEM: the sidecar's certificate, then its issuers; null to present none
 * @param key PEM: PKCS#8, PKCS#1 or SEC 1; null exactly where the certificate is
 * @param keyPasswordFile its only line is the password; null for an unencrypted key
 */
public record CassandraTls(
        Path trust,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path keyPasswordFile) {
    @Override
    public String toString() {
        return certificate == null ? "trusting " + trust : certificate + ", trusting " + trust;
    }

    static @Nullable CassandraTls read(Section section) {
        Path trust = section.find("trust", Value.READABLE_FILE);
        Path certificate = section.find("certificate", Value.READABLE_FILE);
        Path key = section.find("key", Value.READABLE_FILE);
        Path keyPasswordFile = section.find("keyPasswordFile", Value.READABLE_FILE);
        if (section.isAbsent()) {
            return null;
        }
        section.require("trust", "the issuers of Cassandra's certificate");
        if (certificate != null || key != null || keyPasswordFile != null) {
            section.require("certificate", "certificate and key together, or neither");
            section.require("key", "certificate and key together, or neither");
        }
        // Null where refused: require reports the problem, and does not throw.
        return trust == null ? null : new CassandraTls(trust, certificate, key, keyPasswordFile);
    }
}
