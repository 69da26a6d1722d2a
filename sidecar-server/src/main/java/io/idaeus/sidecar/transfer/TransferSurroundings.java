/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.pull.SliceThreads;
import io.idaeus.sidecar.transfer.source.SstableSources;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The parts of the process that transfers use. Owned by the caller; outlives the {@link TransferService}.
 *
 * @param receiving shared by all transfers
 */
@RecordBuilder
public record TransferSurroundings(
        Path stateDirectory,
        CassandraDoor door,
        ImportService imports,
        SstableCatalog catalog,
        CleanupMarks marks,
        FileFetcher fetcher,
        SliceThreads slices,
        Throttle receiving,
        SstableSources sources,
        KeyspacePolicy keyspaces,
        Clock clock,
        AuditLog audit) {}
