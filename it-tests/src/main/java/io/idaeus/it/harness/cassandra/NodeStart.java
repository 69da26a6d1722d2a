/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of one start of a node. The next plain start has none of them. Immutable.
 *
 * @param jvmOptions come after the node's own, and so override them
 * @param yaml cassandra.yaml by key path; overrides the node's own
 * @param until what the start waits for
 */
public record NodeStart(List<String> jvmOptions, Map<String, Object> yaml, NodeReadiness until) {
    public NodeStart {
        jvmOptions = List.copyOf(jvmOptions);
        yaml = Map.copyOf(yaml);
    }

    /** A start with the node's own settings until it is NORMAL. */
    public static NodeStart plain() {
        return new NodeStart(List.of(), Map.of(), NodeReadiness.NORMAL);
    }

    /** Keeps the node out of the ring: it serves CQL and JMX and owns nothing. */
    public static NodeStart withoutJoining() {
        return plain().property("cassandra.join_ring", false).until(NodeReadiness.NOT_JOINED);
    }

    /** A system property of Cassandra, for instance {@code cassandra.ring_delay_ms}. */
    public NodeStart property(String name, Object value) {
        List<String> options = new ArrayList<>(jvmOptions);
        options.add("-D" + name + "=" + value);
        return new NodeStart(options, yaml, until);
    }

    public NodeStart yaml(String path, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(yaml);
        all.put(path, value);
        return new NodeStart(jvmOptions, all, until);
    }

    public NodeStart until(NodeReadiness value) {
        return new NodeStart(jvmOptions, yaml, value);
    }
}
