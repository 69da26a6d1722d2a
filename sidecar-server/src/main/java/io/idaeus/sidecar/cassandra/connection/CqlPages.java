/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads rows of users, page by page, over a session of its own. Thread-safe. */
public final class CqlPages implements AutoCloseable {
    // Cassandra gives up earlier, and says why (range_request_timeout, read_request_timeout).
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration OPENING = Duration.ofSeconds(5);

    private final SharedConnection<CqlSession> shared;
    private final Unavailable unavailable;

    /** @param endpoint with the role that may read rows */
    public CqlPages(CassandraSettings.Endpoint endpoint) {
        CqlConnector connector = new CqlConnector(endpoint, ANSWER, OPENING);
        this.shared = new SharedConnection<>("cql-rows", connector::open, CqlSession::close);
        this.unavailable = new Unavailable(
                "CQL",
                endpoint,
                "Check that Cassandra runs and that the sidecar's configuration names its CQL address, and in"
                        + " cassandra.rows a role that may log in.");
    }

    /**
     * How a page is read.
     *
     * @param level consistency level
     * @param now seconds since 1970: what has expired by then is gone, and times until expiry count from then
     * @param rows most rows of the page
     * @param from paging state of the page before; empty at the beginning
     */
    public record Asked(DefaultConsistencyLevel level, int now, int rows, ByteBuffer from) {}

    /**
     * A page.
     *
     * @param next paging state of the next one; null at the end
     */
    public record Page(List<Row> rows, @Nullable ByteBuffer next) {}

    /** A page that is on its way. */
    public final class Coming {
        private final String what;
        private final CompletableFuture<Page> page;

        private Coming(String what, CompletableFuture<Page> page) {
            this.what = what;
            this.page = page;
        }

        /**
         * @throws ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED if it cannot read these rows; UNPROCESSABLE if it
         *     rejects the query
         */
        public Page await() {
            try {
                return page.get(2 * ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw problem(what, e.getCause() == null ? e : e.getCause());
            } catch (TimeoutException e) {
                throw unavailable.problem(what, "no answer after " + 2 * ANSWER.toSeconds() + " s", e);
            } catch (InterruptedException e) {
                throw unavailable.interrupted(what, e);
            }
        }

        /** Nobody wants it any more. */
        public void cancel() {
            page.cancel(false);
        }
    }

    /**
     * Asks for a page, and returns at once if the session is open.
     *
     * @throws ProblemException CASSANDRA_UNAVAILABLE
     */
    public Coming ask(String what, String statement, Asked asked, Object... values) {
        SimpleStatement page = SimpleStatement.newInstance(statement, values)
                .setConsistencyLevel(asked.level())
                .setNowInSeconds(asked.now())
                .setPageSize(asked.rows())
                .setIdempotent(true);
        SimpleStatement from = asked.from().hasRemaining() ? page.setPagingState(asked.from()) : page;
        return new Coming(
                what, session(what).executeAsync(from).toCompletableFuture().thenApply(CqlPages::page));
    }

    private static Page page(AsyncResultSet result) {
        List<Row> rows = new ArrayList<>(result.remaining());
        result.currentPage().forEach(rows::add);
        return new Page(rows, result.getExecutionInfo().getPagingState());
    }

    private CqlSession session(String what) {
        try {
            return shared.get(Deadline.in(OPENING));
        } catch (ExecutionException e) {
            throw unavailable.problem(what, e);
        } catch (TimeoutException e) {
            throw unavailable.problem(what, "the connection is not open after " + OPENING.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            throw unavailable.interrupted(what, e);
        }
    }

    private ProblemException problem(String what, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof QueryValidationException wrong) {
            // The reason is the query or the role, not the rows.
            return new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    String.valueOf(CqlRefusal.problem(what, wrong).getMessage()),
                    wrong);
        }
        if (cause instanceof DriverException refused && isOfRows(refused)) {
            return CqlRefusal.problem(what, refused);
        }
        UnavailableException few = tooFewReplicas(cause);
        return few == null
                ? unavailable.problem(what, cause)
                : new ProblemException(
                        ProblemType.CASSANDRA_UNAVAILABLE,
                        "too few replicas are up for the consistency level: %s: %s. Start the nodes that are down, or read at a lower level"
                                .formatted(what, few.getMessage()),
                        few);
    }

    // The only node that is asked says so in an error of its own.
    private static @Nullable UnavailableException tooFewReplicas(Throwable failure) {
        if (failure instanceof UnavailableException few) {
            return few;
        }
        return failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream()
                        .flatMap(List::stream)
                        .filter(UnavailableException.class::isInstance)
                        .map(UnavailableException.class::cast)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /**
     * Whether the rows of a page are the reason, so that others may be read. A page that does not come in time counts as
     * such, since callers read the schema before: what answers nothing fails there.
     */
    static boolean isOfRows(DriverException failure) {
        return failure instanceof DriverTimeoutException || !CqlQueries.isUnavailable(failure);
    }

    @Override
    public void close() {
        shared.close();
    }
}
