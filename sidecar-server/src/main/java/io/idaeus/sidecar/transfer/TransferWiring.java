/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.job.JobWorkers;
import io.idaeus.sidecar.transfer.job.ThroughputSamples;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.landing.ImportGates;
import io.idaeus.sidecar.transfer.landing.ImportPhase;
import io.idaeus.sidecar.transfer.landing.LocalDisks;
import io.idaeus.sidecar.transfer.landing.Staging;
import io.idaeus.sidecar.transfer.pull.PullPhase;
import io.idaeus.sidecar.transfer.select.ClaimSchemas;
import io.idaeus.sidecar.transfer.select.DestinationFacts;
import io.idaeus.sidecar.transfer.select.SelectPhase;
import io.idaeus.sidecar.transfer.source.SourceChecks;
import io.idaeus.sidecar.transfer.source.SourceLeases;
import io.idaeus.sidecar.transfer.source.SstableSources;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import io.idaeus.sidecar.transfer.waiting.PhaseRetry;
import io.idaeus.sidecar.transfer.waiting.SteadyClock;
import io.idaeus.sidecar.transfer.waiting.WaitLoop;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Makes the service that runs transfers, from what is around it and how it is set. */
public final class TransferWiring {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(3);

    private TransferWiring() {}

    /** With what is on disk; {@link TransferService#start} has it go on. */
    public static TransferService service(TransferSurroundings around, TransferSettings settings) {
        TransferRegistry transfers = new TransferRegistry();
        Staging staging = new Staging(settings.stagingRoots());
        SstableSources sources = around.sources();
        SourceLeases leases = new SourceLeases(sources::contact, settings.leaseTtl());
        ClaimSchemas schemas = ClaimSchemas.open(around.stateDirectory());
        DestinationFacts facts = new DestinationFacts(
                around.door(), schemas, settings.stagingRoots(), settings.stagingHeadroom(), transfers::reserved);
        SelectPhase selecting = new SelectPhase(sources, leases, facts, transfers::imported, around.clock());
        TransferEnd end = new TransferEnd(leases, staging, around.clock(), around.audit());
        TransferLifecycle lifecycle = lifecycle(around, settings, sources, selecting, facts, end);
        TransferService service = new TransferService(
                TransferJournal.open(around.stateDirectory()),
                transfers,
                JobWorkers.atMost(settings.concurrent(), "transfer", run -> drive(lifecycle, run)),
                new DryRuns(selecting),
                new SourceChecks(sources),
                new ClaimWork(transfers, facts, schemas),
                new StagedImports(
                        around.imports(),
                        transfers,
                        facts,
                        around.catalog(),
                        around.marks(),
                        around.clock(),
                        around.audit()),
                new TransferUpkeep(
                        transfers,
                        leases,
                        staging,
                        settings,
                        new ThroughputSamples(around.receiving(), around.clock()),
                        around.clock(),
                        System::nanoTime),
                settings.quotas(),
                around.keyspaces(),
                around.clock());
        service.load();
        transfers
                .active()
                .forEach(run -> run.stored().record().sources().forEach(source -> leases.adopt(run.id(), source)));
        return service;
    }

    private static TransferLifecycle lifecycle(
            TransferSurroundings around,
            TransferSettings settings,
            SstableSources sources,
            SelectPhase selecting,
            DestinationFacts facts,
            TransferEnd end) {
        CassandraDoor door = around.door();
        RandomGenerator random = new SecureRandom();
        Clock steady = new SteadyClock(around.clock(), System::nanoTime);
        WaitLoop waits = new WaitLoop(CHECK_INTERVAL);
        NodeGate node = new NodeGate(door.node()::operationMode, door.process()::phase, door.schemas()::requireAnswer);
        LocalDisks disks = new LocalDisks(around.stateDirectory(), settings.stagingRoots(), settings.stagingHeadroom());
        ImportGates gates = new ImportGates(
                node,
                disks,
                around.imports()::turn,
                door.runningImports()::threads,
                door.node()::pendingCompactions,
                settings.maxPendingCompactions());
        PullPhase pulling =
                new PullPhase(settings.retryFor(), around.fetcher()::unforced, around.slices(), steady, random);
        return new TransferLifecycle(
                selecting,
                new SourcePull(sources, pulling, around.receiving()),
                new ImportPhase(around.imports(), facts, around.marks(), gates, waits, around.clock()),
                end,
                new PhaseRetry(node, waits, settings.retryFor(), steady, random),
                disks);
    }

    private static void drive(TransferLifecycle lifecycle, TransferRun run) {
        try {
            lifecycle.drive(run);
        } finally {
            if (run.hasEnded()) {
                run.stored().forgetSelection();
            }
        }
    }
}
