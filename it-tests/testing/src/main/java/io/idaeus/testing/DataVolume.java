/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;

/** The volume that a node and its sidecar share: Cassandra's files, at the same path in both. */
final class DataVolume {
    static final String PATH = "/var/lib/cassandra";

    private final String name;

    DataVolume(String node) {
        name = "idaeus-" + node + "-" + UUID.randomUUID();
    }

    // The labels let Testcontainers delete the volume if nothing else does.
    void create() {
        Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
        labels.put(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID);
        Engine.client().createVolumeCmd().withName(name).withLabels(labels).exec();
    }

    void mount(CreateContainerCmd command) {
        HostConfig host = command.getHostConfig();
        if (host == null) {
            host = new HostConfig();
        }
        command.withHostConfig(host.withBinds(new Bind(name, new Volume(PATH))));
    }

    /** A volume still in use is deleted at the end of the session. */
    void delete() {
        try {
            Engine.client().removeVolumeCmd(name).exec();
        } catch (ConflictException | NotFoundException e) {
            // Still in use, or never created.
        }
    }
}
