/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.config.TlsPaths;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of the checks of this host, from its configuration.
 *
 * @param door opens the connections to Cassandra; may throw IllegalArgumentException
 * @param access reads the access list; may throw IllegalArgumentException
 * @param tls null for plain text
 * @param certificates files that hold certificates, by the key that names them
 */
public record ExaminedHost(
        Supplier<CassandraDoor> door,
        Runnable access,
        @Nullable TlsPaths tls,
        Map<String, Path> certificates) {}
