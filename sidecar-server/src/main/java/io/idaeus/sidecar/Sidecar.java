/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.config.Endpoint;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.operation.Operations;
import io.idaeus.sidecar.rest.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running sidecar. It starts whether or not Cassandra is up; {@link Wiring} says in which order. */
public final class Sidecar implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sidecar.class);

    private final Closer opened;
    private final Operations operations;
    private final ControlPlane control;
    private final InetSocketAddress data;

    Sidecar(Closer opened, Operations operations, ControlPlane control, InetSocketAddress data) {
        this.opened = opened;
        this.operations = operations;
        this.control = control;
        this.data = data;
    }

    /** {@code dev} where the classes come from no jar. */
    static String version() {
        return Objects.requireNonNullElse(Sidecar.class.getPackage().getImplementationVersion(), "dev");
    }

    /** @throws StartException with a message for the operator; then everything is closed again */
    static Sidecar start(SidecarConfig config) throws StartException {
        Closer opened = new Closer();
        try {
            log.info("Idaeus sidecar {}", version());
            Sidecar sidecar = new Wiring(config, opened).sidecar();
            sidecar.announce(config);
            if (config.data().warmUp()) {
                opened.add(WarmUp.inBackground(config.stateDirectory()));
            }
            return sidecar;
        } catch (IllegalArgumentException e) {
            opened.close();
            throw new StartException(Objects.requireNonNullElse(e.getMessage(), e.toString()), true, e);
        } catch (IOException | UncheckedIOException e) {
            opened.close();
            throw new StartException(Objects.requireNonNullElse(e.getMessage(), e.toString()), false, e);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void announce(SidecarConfig config) {
        log.info("Control plane: {} (API page: {}/docs/)", control.uri(), control.uri());
        if (control.health() != null) {
            log.info("Health: {}/health/readiness", control.health());
        }
        log.info("Data plane: {}:{}", data.getHostString(), data.getPort());
        if (config.staging().roots().isEmpty()) {
            log.info("Staging: none. This node can be a source, but not a destination: see staging.roots");
        } else {
            log.info("Staging: {}", config.staging().roots());
        }
        warnOfPlainPassword("jmx", config.cassandra().jmx());
        Endpoint cql = config.cassandra().cql();
        warnOfPlainPassword(
                "cql", cql.credentials() == null ? config.cassandra().rows().endpoint(cql) : cql);
        if (config.exposed()) {
            log.warn(
                    "insecure: true: anyone who can connect to {} can read this node's data and import into it",
                    control.uri());
        }
    }

    private static void warnOfPlainPassword(String service, Endpoint endpoint) {
        if (endpoint.exposesPassword()) {
            log.warn(
                    "cassandra.{}.insecure: true: the password crosses the network to {} in plain text",
                    service,
                    endpoint.host());
        }
    }

    public URI control() {
        return control.uri();
    }

    /** Where health alone is served; null for nowhere else. */
    public @Nullable URI health() {
        return control.health();
    }

    /** The operations for callers, without HTTP. */
    Operations operations() {
        return operations;
    }

    /** Where the data plane listens. */
    public InetSocketAddress data() {
        return data;
    }

    @Override
    public void close() {
        opened.close();
        log.info("Stopped");
    }
}
