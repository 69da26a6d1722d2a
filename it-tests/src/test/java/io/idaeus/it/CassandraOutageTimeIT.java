/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Within the promised time, while nothing else runs on the machine. */
@Tag("timing")
class CassandraOutageTimeIT extends CassandraOutage {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    CassandraOutageTimeIT() {
        super(nodes.first(), 1);
    }
}
