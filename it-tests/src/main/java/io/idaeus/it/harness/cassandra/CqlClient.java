/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** CQL with one chosen node as the coordinator of every statement. */
public final class CqlClient implements AutoCloseable {
    private static final Duration REQUEST_BOUND = Duration.ofSeconds(30);

    // Tests kill and restart nodes; the driver's default backs off for up to a minute.
    private static final Duration RECONNECT_BASE = Duration.ofMillis(200);

    private static final Duration RECONNECT_MAX = Duration.ofSeconds(1);

    private final CqlSession session;

    private CqlClient(CqlSession session) {
        this.session = session;
    }

    /** The caller closes it. */
    public static CqlClient connect(String address) {
        return connect(new InetSocketAddress(address, CassandraNode.NATIVE_PORT));
    }

    /**
     * Logs in. The caller closes it.
     *
     * @param tls null for plain text
     */
    static CqlClient connect(String address, String user, String password, @Nullable SSLContext tls) {
        return connect(
                new InetSocketAddress(address, CassandraNode.NATIVE_PORT),
                session -> (tls == null ? session : session.withSslContext(tls)).withAuthCredentials(user, password));
    }

    /** The caller closes it. */
    public static CqlClient connect(InetSocketAddress node) {
        return connect(node, session -> session);
    }

    /** For many changes of the schema: waits for no other node to agree, and keeps no metadata. The caller closes it. */
    public static CqlClient forSchema(String address) {
        return connect(
                new InetSocketAddress(address, CassandraNode.NATIVE_PORT),
                session -> session,
                options -> options.withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ZERO)
                        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false));
    }

    private static CqlClient connect(InetSocketAddress node, UnaryOperator<CqlSessionBuilder> login) {
        return connect(node, login, options -> options);
    }

    private static CqlClient connect(
            InetSocketAddress node,
            UnaryOperator<CqlSessionBuilder> login,
            UnaryOperator<ProgrammaticDriverConfigLoaderBuilder> special) {
        ProgrammaticDriverConfigLoaderBuilder options = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_BOUND)
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, REQUEST_BOUND)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, REQUEST_BOUND)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, REQUEST_BOUND)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_BASE)
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_MAX)
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class)
                .withBoolean(DefaultDriverOption.REQUEST_WARN_IF_SET_KEYSPACE, false)
                .withDuration(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
                .withDuration(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, Duration.ZERO);
        CqlSessionBuilder session = CqlSession.builder()
                .addContactPoint(node)
                .withNodeDistanceEvaluator((candidate, dc) ->
                        candidate.getEndPoint().resolve().equals(node) ? NodeDistance.LOCAL : NodeDistance.IGNORED)
                .withConfigLoader(special.apply(options).build());
        return new CqlClient(login.apply(session).build());
    }

    public List<Row> execute(String statement, Object... values) {
        return session.execute(SimpleStatement.newInstance(statement, values)).all();
    }

    /** Pages through the rows as they are consumed. */
    public Stream<Row> stream(String query, Object... values) {
        SimpleStatement statement = SimpleStatement.newInstance(query, values).setPageSize(1_000);
        return StreamSupport.stream(session.execute(statement).spliterator(), false);
    }

    /** With SimpleStrategy. */
    public void createKeyspace(String keyspace, int replicas) {
        execute(
                "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
                        .formatted(keyspace, replicas));
    }

    /**
     * The coordinator's answer. The driver tries a statement that was unavailable at another node; as this client knows
     * none, it wraps the answer in an {@link AllNodesFailedException}.
     */
    public static Throwable answer(DriverException failure) {
        return failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream()
                        .flatMap(List::stream)
                        .findFirst()
                        .orElse(failure)
                : failure;
    }

    public CqlSession session() {
        return session;
    }

    @Override
    public void close() {
        session.close();
    }
}
