/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a sidecar; docs/configuration.md and docs/configuration-transfers.md describe each key.
 *
 * @param tls null for plain text
 */
public record SidecarConfig(
        CassandraConfig cassandra,
        ControlConfig control,
        DataConfig data,
        @Nullable TlsConfig tls,
        AccessConfig access,
        AuditConfig audit,
        boolean insecure,
        PeersConfig peers,
        KeyspacesConfig keyspaces,
        QuotasConfig quotas,
        Path stateDirectory,
        StagingConfig staging,
        SnapshotsConfig snapshots,
        TransfersConfig transfers,
        AdaptiveConfig adaptive,
        LogConfig log) {

    static SidecarConfig read(Section root) {
        ControlConfig control = ControlConfig.read(root.section("control"));
        CassandraConfig cassandra = CassandraConfig.read(root.section("cassandra"));
        DataConfig data = DataConfig.read(root.section("data"));
        TlsConfig tls = TlsConfig.read(root.section("tls"));
        AccessConfig access = AccessConfig.read(root.section("access"));
        boolean insecure = root.get("insecure", Value.BOOLEAN, false);
        PeersConfig peers = PeersConfig.read(root.section("peers"), control, data);
        KeyspacesConfig keyspaces = KeyspacesConfig.read(root.section("keyspaces"));
        Path stateDirectory = root.get("stateDirectory", Value.PATH, Path.of("/var/lib/idaeus"));
        boolean alone = tls == null
                && access.tokens() == null
                && Exposure.isLoopback(control.host())
                && Exposure.isLoopback(data.host());
        SidecarConfig config = new SidecarConfig(
                cassandra,
                control,
                data,
                tls,
                access,
                AuditConfig.read(root.section("audit"), stateDirectory, !alone),
                insecure,
                peers,
                keyspaces,
                QuotasConfig.read(root.section("quotas")),
                stateDirectory,
                StagingConfig.read(root.section("staging")),
                SnapshotsConfig.read(root.section("snapshots")),
                TransfersConfig.read(root.section("transfers")),
                AdaptiveConfig.read(root.section("adaptive")),
                LogConfig.read(root.section("log")));
        config.adaptive().checkAlone(config, root);
        Exposure.check(config, root);
        Exposure.checkAccess(config, root);
        Exposure.checkLifecycle(config, root);
        return config;
    }

    /** Whether callers authenticate. */
    public boolean asksCallers() {
        return tls != null || access.tokens() != null;
    }

    /** Whether a plane listens beyond loopback without TLS. */
    public boolean exposed() {
        return tls == null && !(Exposure.isLoopback(control.host()) && Exposure.isLoopback(data.host()));
    }
}
