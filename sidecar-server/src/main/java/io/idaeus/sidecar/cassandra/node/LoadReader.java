/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.Jmx;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** Reads the node's load. */
public final class LoadReader {
    private final Jmx jmx;

    public LoadReader(Jmx jmx) {
        this.jmx = jmx;
    }

    /** @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE */
    public NodeLoad read() {
        return jmx.read(
                "the node's load",
                server -> new NodeLoad(
                        number(server, Mbeans.PENDING_COMPACTIONS, "Value").longValue(),
                        dropped(server),
                        number(server, Mbeans.READ_LATENCY, "99thPercentile").doubleValue()));
    }

    private static long dropped(MBeanServerConnection server) throws Exception {
        long sum = 0;
        for (ObjectName verb : server.queryNames(Mbeans.DROPPED_MESSAGES, null)) {
            sum += number(server, verb, "Count").longValue();
        }
        return sum;
    }

    private static Number number(MBeanServerConnection server, ObjectName name, String attribute) throws Exception {
        return (Number) server.getAttribute(name, attribute);
    }
}
