/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;

/** Suggestions while the demo keeps running. */
record Tour(Narrator narrator, PayloadTable table, SidecarProcess source, SidecarProcess destination) {

    void untilInterrupted() throws InterruptedException {
        String from = source.restUri().toString();
        String to = destination.restUri().toString();
        String ofTable = "keyspace=" + table.keyspace() + "&table=" + table.table();
        narrator.say("%nNodes and sidecars keep running. Try next:");
        say("API page, source", from + "/docs/");
        say("API page, destination", to + "/docs/");
        say("the node", "curl -s " + from + "/v1/node");
        say("SSTables by range", "curl -s '" + from + "/v1/sstables?" + ofTable + "&range=0:1000000000000000000'");
        say(
                "take a snapshot",
                "curl -s -H 'Content-Type: application/json' -d '{\"tables\":[{\"keyspace\":\"%s\",\"table\":\"%s\"}]}' %s/v1/snapshots"
                        .formatted(table.keyspace(), table.table(), from));
        say("its transfers", "curl -s " + to + "/v1/transfers");
        say("health and metrics", "curl -s " + to + "/health/readiness; curl -s " + to + "/metrics");
        say("the command", "export IDAEUS_URL=" + to + "; " + Workspace.idaeus() + " transfer list");
        narrator.say("%nCtrl-C stops everything.");
        Thread.currentThread().join();
    }

    private void say(String what, String how) {
        narrator.say("  %-22s %s", what, how);
    }
}
