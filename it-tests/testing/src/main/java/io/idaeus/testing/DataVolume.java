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

/** What a node and its sidecar have in common: Cassandra's files, at the same path in both. */
final class DataVolume {
    static final String PATH = "/var/lib/cassandra";

    private final String name;

    DataVolume(String node) {
        name = "idaeus-" + node + "-" + UUID.randomUUID();
    }

    /** With the marks by which Testcontainers knows what to delete at the end, should nobody else. */
    void create() {
        Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
        labels.put(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID);
        Engine.client().createVolumeCmd().withName(name).withLabels(labels).exec();
    }

    /** Mounts it in a container that is being made. */
    void mount(CreateContainerCmd command) {
        HostConfig host = command.getHostConfig();
        if (host == null) {
            host = new HostConfig();
        }
        command.withHostConfig(host.withBinds(new Bind(name, new Volume(PATH))));
    }

    /** What a container still uses goes at the end of the session. */
    void delete() {
        try {
            Engine.client().removeVolumeCmd(name).exec();
        } catch (ConflictException | NotFoundException e) {
            // In use, or never made.
        }
    }
}
