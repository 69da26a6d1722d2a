/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;

/** Publishes expiry and reloads as {@code idaeus_tls_…}. */
public final class TlsMetrics implements MeterBinder {
    private static final String RELOADS = "idaeus.tls.reloads";
    private static final String RELOADS_HELP = "Contents of the TLS files after the first";

    private final LiveTls tls;

    public TlsMetrics(LiveTls tls) {
        this.tls = tls;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("idaeus.tls.certificate.expiry.timestamp", tls, TlsMetrics::expiry)
                .description("When the certificate chain expires, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("idaeus.tls.crl.expiry.timestamp", tls, TlsMetrics::listExpiry)
                .description("When the revocation list that expires first is due, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
        new MetricSource<>(registry, tls, Tags.empty())
                .count(
                        "idaeus.tls.revoked.connections.closed",
                        "Open connections closed because the peer's certificate was revoked",
                        LiveTls::revoked);
        MetricSource<LiveTls> reloads = new MetricSource<>(registry, tls, Tags.empty());
        reloads.with("outcome", "applied").count(RELOADS, RELOADS_HELP, LiveTls::changes);
        reloads.with("outcome", "rejected").count(RELOADS, RELOADS_HELP, LiveTls::refusals);
    }

    // NaN where nothing is checked, or no list has an end.
    private static double listExpiry(LiveTls tls) {
        RevocationLists crl = tls.current().material().crl();
        return crl == null
                ? Double.NaN
                : crl.expiry()
                        .map(Instant::getEpochSecond)
                        .map(Long::doubleValue)
                        .orElse(Double.NaN);
    }

    private static double expiry(LiveTls tls) {
        return tls.current().material().expiry().getEpochSecond();
    }
}
