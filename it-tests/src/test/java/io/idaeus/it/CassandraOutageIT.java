/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What every version does, beside whatever else the machine does: only a call that hangs takes so long. */
@Tag("versions")
class CassandraOutageIT extends CassandraOutage {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    CassandraOutageIT() {
        super(nodes.first(), 10);
    }
}
