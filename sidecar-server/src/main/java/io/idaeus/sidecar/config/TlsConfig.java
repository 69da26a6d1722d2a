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
 * @param reloadInterval how often the files are looked at
 */
public record TlsConfig(TlsPaths files, Duration reloadInterval) {
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
                : new TlsConfig(new TlsPaths(certificate, key, keyPasswordFile, trust, crl), reload);
    }
}
