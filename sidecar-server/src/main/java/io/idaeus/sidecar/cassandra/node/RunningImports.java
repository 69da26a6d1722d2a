/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Whether Cassandra imports SSTables now, whoever asked for it. */
public final class RunningImports {
    // The same in 4.0 to 6.0. No MBean says which imports run, but an import runs in the thread of its JMX call.
    private static final String CLASS = "org.apache.cassandra.db.SSTableImporter";
    private static final String METHOD = "importNewSSTables";

    private final Jmx jmx;
    private final CassandraSettings settings;

    public RunningImports(Jmx jmx, CassandraSettings settings) {
        this.jmx = jmx;
        this.settings = settings;
    }

    /**
     * Names of the threads that import into any table, or wait to.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED where the JMX user may
     *     not read threads
     */
    public List<String> threads() {
        return jmx.runOrFail("the running imports", settings.timeout(), server -> {
            ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                    server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds(), Integer.MAX_VALUE))
                    .filter(Objects::nonNull)
                    .filter(RunningImports::imports)
                    .map(ThreadInfo::getThreadName)
                    .sorted()
                    .toList();
        });
    }

    private static boolean imports(ThreadInfo thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(CLASS)
                        && frame.getMethodName().equals(METHOD));
    }

    /**
     * When Cassandra's process started: an import does not survive it.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE
     */
    public Instant processStart() {
        return Instant.ofEpochMilli(
                jmx.read("the start of Cassandra", server -> (Long) server.getAttribute(Mbeans.RUNTIME, "StartTime")));
    }
}
