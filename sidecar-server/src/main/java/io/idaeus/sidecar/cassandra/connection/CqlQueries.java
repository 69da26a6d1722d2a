/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** CQL queries. The session opens at the first, in the background, and reconnects by itself. */
public final class CqlQueries implements AutoCloseable {
    private final CassandraSettings settings;
    private final SharedConnection<CqlSession> shared;
    private final Unavailable unavailable;

    public CqlQueries(CassandraSettings settings) {
        this.settings = settings;
        CqlConnector connector = new CqlConnector(settings.cql(), settings.answerTimeout());
        this.shared = new SharedConnection<>("cql", connector::open, CqlSession::close);
        this.unavailable = new Unavailable(
                "CQL",
                settings.cql(),
                "Check that Cassandra runs and that the sidecar's configuration names its CQL address and user.");
    }

    public List<Row> query(String what, String statement, Object... values) {
        Deadline deadline = Deadline.in(settings.answerTimeout());
        try {
            CqlSession session = shared.get(deadline);
            return session.execute(SimpleStatement.newInstance(statement, values)
                            .setTimeout(java.time.Duration.ofNanos(Math.max(1, deadline.nanosLeft()))))
                    .all();
        } catch (ExecutionException e) {
            throw unavailable.problem(what, e);
        } catch (TimeoutException e) {
            throw unavailable.problem(
                    what, "no answer within " + settings.answerTimeout().toMillis() + " ms", e);
        } catch (InterruptedException e) {
            throw unavailable.interrupted(what, e);
        } catch (DriverException e) {
            throw isUnavailable(e) ? unavailable.problem(what, e) : refused(what, e);
        }
    }

    @Override
    public void close() {
        shared.close();
    }

    private static boolean isUnavailable(DriverException e) {
        return e instanceof AllNodesFailedException
                || e instanceof DriverTimeoutException
                || e instanceof ClosedConnectionException
                || e instanceof HeartbeatException
                || e instanceof BootstrappingException
                || e instanceof OverloadedException;
    }

    private static ProblemException refused(String what, DriverException e) {
        return new ProblemException(
                ProblemType.CASSANDRA_REFUSED, "Cassandra refused: " + what + ": " + Unavailable.rootMessage(e), e);
    }
}
