/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS on both planes and towards peers.
 *
 * @param certificate PEM: this sidecar's certificate, then its issuers
 * @param key PEM: PKCS#8, PKCS#1 or SEC 1
 * @param keyPasswordFile its only line is the password
 * @param trust PEM: issuers of callers and peers
 * @param crl PEM: revocation lists of these issuers; null to check none
 */
public record TlsConfig(
        Path certificate,
        Path key,
        @Nullable Path keyPasswordFile,
        Path trust,
        @Nullable Path crl,
        Duration reloadInterval) {
    static @Nullable TlsConfig read(Section section) {
        Path certificate = section.find("certificate", Value.READABLE_FILE);
        Path key = section.find("key", Value.READABLE_FILE);
        Path keyPasswordFile = section.find("keyPasswordFile", Value.READABLE_FILE);
        Path trust = section.find("trust", Value.READABLE_FILE);
        Path crl = section.find("crl", Value.READABLE_FILE);
        Duration reload = section.get("reloadInterval", Value.time("1s", "1d"), Duration.ofSeconds(10));
        if (section.isAbsent()) {
            return null;
        }
        section.require("certificate", "certificate, key and trust together: TLS here is mutual");
        section.require("key", "certificate, key and trust together: TLS here is mutual");
        section.require("trust", "certificate, key and trust together: TLS here is mutual");
        return certificate == null || key == null || trust == null
                ? null
                : new TlsConfig(certificate, key, keyPasswordFile, trust, crl, reload);
    }
}
