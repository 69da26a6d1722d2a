/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/**
 * Calls the node's MBeans in bounded time. RMI reads cannot be interrupted: calls run on at most {@link #MAX_CALLS}
 * daemon threads, abandoned at the deadline; one more fails at once. Short reads share a connection. A long operation
 * has its own, so that another caller's timeout does not close it.
 */
public final class Jmx implements AutoCloseable {
    static final int MAX_CALLS = 64;

    private static final ObjectName RUNTIME =
            ManagementFactory.getRuntimeMXBean().getObjectName();

    private final CassandraSettings settings;
    private final JmxConnector connector;
    private final SharedConnection<JMXConnector> shared;
    private final Unavailable unavailable;
    private final ThreadPoolExecutor threads;

    public Jmx(CassandraSettings settings) {
        this.settings = settings;
        this.connector = new JmxConnector(settings.jmx());
        this.shared = new SharedConnection<>("jmx", connector::open, JmxConnector::close);
        this.unavailable = new Unavailable(
                "JMX",
                settings.jmx(),
                "Check that Cassandra runs and that the sidecar's configuration names its JMX address and user.");
        this.threads = new ThreadPoolExecutor(
                0, MAX_CALLS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), DaemonThreads.named("jmx-call"));
    }

    /** Begins to open the shared connection, and returns at once. */
    public void connect() {
        shared.open();
    }

    public interface Call<T> {
        T on(MBeanServerConnection server) throws Exception;
    }

    /**
     * A short read without side effects; repeated if the connection broke.
     *
     * @param what for messages
     */
    public <T> T read(String what, Call<T> call) {
        return readBy(Deadline.in(settings.answerTimeout()), what, call);
    }

    private <T> T readBy(Deadline deadline, String what, Call<T> call) {
        try {
            return readOnce(what, deadline, call);
        } catch (IOException broken) {
            try {
                return readOnce(what, deadline, call);
            } catch (IOException again) {
                throw unavailable.problem(what, again);
            }
        }
    }

    /**
     * Runs a long operation once. Fails as fast as {@link #read} if the node does not answer.
     *
     * @throws StillRunning at the limit, or if the connection breaks: the node may still be running it
     */
    public <T> T run(String what, Duration limit, Call<T> call) throws StillRunning {
        Deadline answer = Deadline.in(settings.answerTimeout());
        // Over the shared connection first: callers of a node that hangs wait there together.
        // An attribute that is read anyway: operations on the MBean server itself take a grant on all MBeans.
        readBy(answer, what, server -> server.getAttribute(RUNTIME, "StartTime"));
        JMXConnector own = openOwn(what, answer);
        try {
            return await(what, start(what, () -> call.on(own.getMBeanServerConnection())), Deadline.in(limit));
        } catch (TimeoutException e) {
            throw new StillRunning(what + " did not end within " + limit.toSeconds() + " s", e);
        } catch (IOException e) {
            throw new StillRunning(what + ": the connection to Cassandra broke: " + Unavailable.rootMessage(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StillRunning(what + " was interrupted", e);
        } finally {
            closeInBackground(own);
        }
    }

    /** {@link #run}, with CASSANDRA_UNAVAILABLE for {@link StillRunning}. */
    public <T> T runOrFail(String what, Duration limit, Call<T> call) {
        try {
            return run(what, limit, call);
        } catch (StillRunning e) {
            throw unavailable.problem(what, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        shared.close();
        threads.shutdown();
    }

    private <T> T readOnce(String what, Deadline deadline, Call<T> call) throws IOException {
        JMXConnector open = opened(shared, what, deadline);
        try {
            return await(what, start(what, () -> call.on(open.getMBeanServerConnection())), deadline);
        } catch (TimeoutException e) {
            shared.drop(open);
            throw noAnswer(what, e);
        } catch (IOException e) {
            shared.drop(open);
            throw e;
        } catch (InterruptedException e) {
            throw unavailable.interrupted(what, e);
        }
    }

    private JMXConnector opened(SharedConnection<JMXConnector> connection, String what, Deadline deadline) {
        try {
            return connection.get(deadline);
        } catch (ExecutionException e) {
            throw unavailable.problem(what, e);
        } catch (TimeoutException e) {
            throw noAnswer(what, e);
        } catch (InterruptedException e) {
            throw unavailable.interrupted(what, e);
        }
    }

    // The caller closes it.
    private JMXConnector openOwn(String what, Deadline deadline) {
        SharedConnection<JMXConnector> own = new SharedConnection<>("jmx-own", connector::open, JmxConnector::close);
        try {
            return opened(own, what, deadline);
        } catch (ProblemException e) {
            // A connection that opens later closes itself.
            own.close();
            throw e;
        }
    }

    private <T> Future<T> start(String what, Callable<T> call) {
        try {
            return threads.submit(call);
        } catch (RejectedExecutionException e) {
            throw unavailable.problem(what, MAX_CALLS + " calls are waiting for an answer already", e);
        }
    }

    private <T> T await(String what, Future<T> answer, Deadline deadline)
            throws IOException, TimeoutException, InterruptedException {
        try {
            return answer.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            if (failure instanceof IOException broken && !isUnknownClass(broken)) {
                throw broken;
            }
            if (failure instanceof InstanceNotFoundException missing && isOfNode(missing)) {
                throw unavailable.problem(what, "the node is starting and has no " + missing.getMessage() + " yet", e);
            }
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "Cassandra refused: " + what + ": " + Unavailable.rootMessage(failure),
                    failure);
        }
    }

    // Whether Cassandra answered with an exception whose class only Cassandra has.
    private static boolean isUnknownClass(IOException failure) {
        return failure instanceof UnmarshalException && failure.getCause() instanceof ClassNotFoundException;
    }

    // Whether the MBean is the node's own: it answers before it has registered them all. A table's can go.
    private static boolean isOfNode(InstanceNotFoundException missing) {
        return !String.valueOf(missing.getMessage()).contains("type=Table");
    }

    private ProblemException noAnswer(String what, TimeoutException e) {
        return unavailable.problem(
                what, "no answer within " + settings.answerTimeout().toMillis() + " ms", e);
    }

    private void closeInBackground(JMXConnector own) {
        DaemonThreads.start("jmx-close", () -> JmxConnector.close(own));
    }

    /** The operation's end was not seen. */
    public static final class StillRunning extends Exception {
        private static final long serialVersionUID = 1L;

        StillRunning(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
