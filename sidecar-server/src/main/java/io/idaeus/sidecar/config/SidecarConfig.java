/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can set; docs/configuration.md describes each key.
 *
 * @param tls null for plain text
 */
public record SidecarConfig(
        CassandraConfig cassandra,
        ControlConfig control,
        DataConfig data,
        @Nullable TlsConfig tls,
        boolean insecure,
        PeersConfig peers,
        Path stateDirectory,
        StagingConfig staging,
        SnapshotsConfig snapshots,
        TransfersConfig transfers,
        AdaptiveConfig adaptive) {

    static SidecarConfig read(Section root) {
        ControlConfig control = ControlConfig.read(root.section("control"));
        SidecarConfig config = new SidecarConfig(
                CassandraConfig.read(root.section("cassandra")),
                control,
                DataConfig.read(root.section("data")),
                TlsConfig.read(root.section("tls")),
                root.get("insecure", Value.BOOLEAN, false),
                PeersConfig.read(root.section("peers"), control),
                root.get("stateDirectory", Value.PATH, Path.of("/var/lib/idaeus")),
                StagingConfig.read(root.section("staging")),
                SnapshotsConfig.read(root.section("snapshots")),
                TransfersConfig.read(root.section("transfers")),
                AdaptiveConfig.read(root.section("adaptive")));
        config.adaptive().checkAlone(config, root);
        Exposure.check(config, root);
        return config;
    }

    /** Whether a plane listens beyond loopback without TLS. */
    public boolean exposed() {
        return tls == null && !(Exposure.isLoopback(control.host()) && Exposure.isLoopback(data.host()));
    }
}
