/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.List;

/**
 * The place in the ring that a new node takes.
 *
 * @param address of the dead node
 * @param tokens number of its tokens
 * @param version of the cluster
 */
public record DeadPlace(String address, String datacenter, String rack, int tokens, ReleaseVersion version) {
    List<String> yaml() {
        return List.of(
                "num_tokens: " + tokens,
                "# no initial_token; neither this node nor " + address + " among the seeds",
                "# in cassandra-rackdc.properties: dc=" + datacenter + ", rack=" + rack);
    }
}
