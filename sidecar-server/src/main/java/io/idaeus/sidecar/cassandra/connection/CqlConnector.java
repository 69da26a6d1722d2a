/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import com.datastax.oss.driver.internal.core.connection.ConstantReconnectionPolicy;
import com.datastax.oss.driver.internal.core.loadbalancing.BasicLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Opens sessions to the one node, without schema or tokens. */
record CqlConnector(Endpoint endpoint, Duration answerTimeout, Duration openTimeout) {
    // Below any limit that an operator would set (page_size_fail_threshold).
    private static final int PAGE_SIZE = 100;

    /** Blocks; {@code openTimeout} bounds each step. */
    CqlSession open() throws IOException {
        endpoint.requirePrivatePassword();
        EndPoint self = new DefaultEndPoint(new InetSocketAddress(endpoint.host(), endpoint.port()));
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactEndPoint(self)
                .withNodeDistanceEvaluator((node, datacenter) ->
                        node.getEndPoint().equals(self) ? NodeDistance.LOCAL : NodeDistance.IGNORED)
                .withConfigLoader(config());
        if (endpoint.credentials() != null) {
            builder.withAuthCredentials(
                    endpoint.credentials().user(), endpoint.credentials().password());
        }
        if (endpoint.tls() != null) {
            builder.withSslEngineFactory(new Engines(endpoint));
        }
        return builder.build();
    }

    /** Checks the host's name as it is configured. */
    private record Engines(Endpoint endpoint) implements SslEngineFactory {
        @Override
        public SSLEngine newSslEngine(EndPoint ignored) {
            SSLEngine engine =
                    Objects.requireNonNull(endpoint.tls()).context().createSSLEngine(endpoint.host(), endpoint.port());
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
            return engine;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private DriverConfigLoader config() {
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.SESSION_NAME, "idaeus")
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, answerTimeout)
                .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, PAGE_SIZE)
                // The driver's own queries need it too, so no guardrail can disallow it
                // (read_consistency_levels_disallowed).
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, DefaultConsistencyLevel.ONE.name())
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, openTimeout)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, openTimeout)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, openTimeout)
                .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofSeconds(5))
                .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, Duration.ofSeconds(5))
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, BasicLoadBalancingPolicy.class)
                .withClass(DefaultDriverOption.RECONNECTION_POLICY_CLASS, ConstantReconnectionPolicy.class)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofSeconds(1))
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ZERO)
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .withBoolean(DefaultDriverOption.METADATA_TOKEN_MAP_ENABLED, false)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
                .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
                // A session that could not open is closed first: waiting there would hide the reason from callers.
                .withDuration(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
                .withDuration(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
                .build();
    }
}
