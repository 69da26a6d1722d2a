/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** CQL queries. The session opens in the background, at {@link #connect} or the first query, and reconnects by itself. */
public final class CqlQueries implements AutoCloseable {
    // A session takes several round trips and loads the driver's classes. A busy machine needs longer for that than an
    // open session for an answer.
    private static final Duration OPENING = Duration.ofSeconds(5);

    private final CassandraSettings settings;
    private final Duration opening;
    private final SharedConnection<CqlSession> shared;
    private final Unavailable unavailable;

    public CqlQueries(CassandraSettings settings) {
        this.settings = settings;
        this.opening = longer(OPENING, settings.answerTimeout());
        CqlConnector connector = new CqlConnector(settings.cql(), settings.answerTimeout(), opening);
        this.shared = new SharedConnection<>("cql", connector::open, CqlSession::close);
        this.unavailable = new Unavailable(
                "CQL",
                settings.cql(),
                "Check that Cassandra runs and that the sidecar's configuration names its CQL address and user.");
    }

    /** Begins to open the session, and returns at once. */
    public void connect() {
        shared.open();
    }

    /** Waits for the session while it opens, then for the answer. */
    public List<Row> query(String what, String statement, Object... values) {
        return execute(opening, what, SimpleStatement.newInstance(statement, values));
    }

    /** As {@link #query}, with a page from Cassandra each time the reader comes to the end of one. */
    public <T> T read(String what, Function<Iterator<Row>, T> reader, String statement) {
        return execute(opening, what, SimpleStatement.newInstance(statement), rows -> reader.apply(rows.iterator()));
    }

    /** Changes a table of this node alone. */
    public void update(String what, String statement, Object... values) {
        // write_consistency_levels_disallowed may name lower levels, and also applies to the serial level, unused here.
        // A local table has one replica, so each level means the same.
        execute(
                opening,
                what,
                SimpleStatement.newInstance(statement, values)
                        .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM)
                        .setSerialConsistencyLevel(ConsistencyLevel.LOCAL_SERIAL));
    }

    /** Changes the schema, or removes the rows of a table: on all nodes. */
    public void change(String what, String statement) {
        execute(opening, what, SimpleStatement.newInstance(statement));
    }

    /** As {@link #query}, with no more time for a session that opens than for an answer. */
    public List<Row> probe(String what, String statement, Object... values) {
        return execute(settings.answerTimeout(), what, SimpleStatement.newInstance(statement, values));
    }

    private List<Row> execute(Duration patience, String what, SimpleStatement statement) {
        return execute(patience, what, statement, ResultSet::all);
    }

    private <T> T execute(Duration patience, String what, SimpleStatement statement, Function<ResultSet, T> reader) {
        CqlSession session = session(patience, what);
        try {
            return reader.apply(session.execute(statement.setTimeout(settings.answerTimeout())));
        } catch (DriverException e) {
            // These tables are small and on this node, so a read that times out is of a busy node, and is repeated.
            throw isUnavailable(e) || e instanceof ReadTimeoutException
                    ? unavailable.problem(what, e)
                    : CqlRefusal.problem(what, e);
        }
    }

    private CqlSession session(Duration patience, String what) {
        try {
            return shared.get(Deadline.in(patience));
        } catch (ExecutionException e) {
            throw unavailable.problem(what, e);
        } catch (TimeoutException e) {
            throw unavailable.problem(what, "the connection is not open after " + patience.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            throw unavailable.interrupted(what, e);
        }
    }

    @Override
    public void close() {
        shared.close();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    static boolean isUnavailable(DriverException e) {
        return e instanceof AllNodesFailedException
                || e instanceof DriverTimeoutException
                || e instanceof ClosedConnectionException
                || e instanceof HeartbeatException
                || e instanceof BootstrappingException
                || e instanceof OverloadedException
                || e instanceof UnavailableException;
    }
}
