/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On every version, within ten times the promised time: only a call that hangs takes longer. */
@Tag("versions")
class CassandraOutageIT extends CassandraOutage {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    CassandraOutageIT() {
        super(nodes.first(), 10);
    }
}
