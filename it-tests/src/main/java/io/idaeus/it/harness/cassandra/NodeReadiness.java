/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.io.IOException;

/** The condition that a start waits for, as the node's JMX tells it. */
public enum NodeReadiness {
    /** JMX answers. The node may still be starting. */
    JMX {
        @Override
        boolean reached(NodeJmx jmx) throws IOException {
            return !jmx.operationMode().isEmpty();
        }
    },
    /** The node serves CQL and stays out of the ring. */
    NOT_JOINED {
        @Override
        boolean reached(NodeJmx jmx) throws IOException {
            return jmx.servesCql() && !jmx.operationMode().equals("NORMAL");
        }
    },
    /** The node is pending in the ring, has streamed what it needs, and waits for {@code joinRing}. */
    SURVEY {
        @Override
        boolean reached(NodeJmx jmx) throws IOException {
            return jmx.inSurvey();
        }
    },
    /** The node serves CQL and reads of its ranges. */
    NORMAL {
        @Override
        boolean reached(NodeJmx jmx) throws IOException {
            return jmx.servesCql() && jmx.operationMode().equals("NORMAL");
        }
    };

    abstract boolean reached(NodeJmx jmx) throws IOException;
}
