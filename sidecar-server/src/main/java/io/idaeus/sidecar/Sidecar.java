/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.config.TlsConfig;
import io.idaeus.sidecar.metrics.Meters;
import io.idaeus.sidecar.rest.HealthChecks;
import io.idaeus.sidecar.security.CallerPolicy;
import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running sidecar: what is wired to what, and in which order it closes. */
public final class Sidecar implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sidecar.class);

    private final ControlPlane control;
    private final Meters meters;

    private Sidecar(ControlPlane control, Meters meters) {
        this.control = control;
        this.meters = meters;
    }

    static Sidecar start(SidecarConfig config) throws StartException {
        log.info("Idaeus sidecar {}", Version.current());
        Meters meters = new Meters(Version.current());
        HealthChecks checks = new HealthChecks(List.of());
        ControlPlane control = ControlPlane.start(config, List.of(config, callers(config.tls()), meters, checks));
        log.info("Control plane: {} (API page: {}/docs/)", control.uri(), control.uri());
        if (config.exposed()) {
            log.warn("insecure: true lets anybody who reaches {} read and import data", control.uri());
        }
        return new Sidecar(control, meters);
    }

    public URI control() {
        return control.uri();
    }

    @Override
    public void close() {
        control.close();
        meters.close();
        log.info("Stopped");
    }

    private static CallerPolicy callers(@org.jspecify.annotations.Nullable TlsConfig tls) {
        return tls == null || tls.allowedSubjects().isEmpty()
                ? CallerPolicy.anyTrusted()
                : CallerPolicy.of(tls.allowedSubjects());
    }
}
