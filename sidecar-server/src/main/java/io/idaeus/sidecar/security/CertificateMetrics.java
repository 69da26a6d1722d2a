/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.PemFile;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes when each certificate of the configured files expires, as the last sample found them. */
public final class CertificateMetrics implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateMetrics.class);

    // A file of authorities can hold hundreds; those that expire first count.
    private static final int MOST_OF_A_FILE = 32;

    private final Map<String, Path> files;
    private @Nullable MultiGauge expiries;

    /** @param files of certificates, by the key that names them */
    public CertificateMetrics(Map<String, Path> files) {
        this.files = new TreeMap<>(files);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        expiries = MultiGauge.builder("idaeus.certificate.expiry.timestamp")
                .description("When a certificate in a configured file expires, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Reads the files. One that cannot be read has no series. */
    public void sample() {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        files.forEach((key, file) -> {
            try {
                first(file)
                        .forEach((subject, expiry) -> rows.add(
                                MultiGauge.Row.of(Tags.of("key", key, "subject", subject), expiry.getEpochSecond())));
            } catch (IllegalArgumentException e) {
                LOG.debug("{}: no expiry: {}", key, e.getMessage(), e);
            }
        });
        Objects.requireNonNull(expiries, "not bound").register(rows, true);
    }

    // Certificates of the same subject share a series.
    private static Map<String, Instant> first(Path file) {
        Map<String, Instant> found = new TreeMap<>();
        PemFile.read(file).certificates().stream()
                .sorted(Comparator.comparing(X509Certificate::getNotAfter))
                .limit(MOST_OF_A_FILE)
                .forEach(certificate -> found.putIfAbsent(
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getNotAfter().toInstant()));
        return found;
    }
}
