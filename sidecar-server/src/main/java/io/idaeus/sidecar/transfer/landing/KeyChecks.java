/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.FilterFile;
import io.idaeus.sidecar.sstable.KeyScan;
import io.idaeus.sidecar.sstable.SstableException;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of staged SSTables and compares them with what the node owns, while others still arrive. Where all are
 * owned, Cassandra need not read them again at the import. Thread-safe.
 */
public final class KeyChecks {
    private static final String INDEX = "Index.db";
    private static final String FILTER = "Filter.db";

    private final Executor threads;
    private final Map<Path, Check> checks = new ConcurrentHashMap<>();

    KeyChecks(Executor threads) {
        this.threads = threads;
    }

    // objection: why Cassandra has to check this one; empty where every key is owned.
    private record Check(TokenRanges owned, CompletableFuture<Optional<String>> objection) {}

    /** Looked at between two SSTables. */
    interface Interruption {
        void check() throws TransferInterruptedException;
    }

    /** Begins to read the keys if this component, which is staged, holds them. Returns at once. */
    void arrived(PlannedSstable sstable, ManifestComponent component, TokenRanges owned) {
        if (component.name().equals(INDEX)) {
            check(sstable, component, owned);
        }
    }

    /**
     * Waits until the keys of every SSTable are read and compared with these tokens, again where they were compared with
     * others before.
     *
     * @return why not, of each that does not hold owned keys alone, by its directory
     */
    Map<Path, String> objections(List<PlannedSstable> sstables, TokenRanges owned, Interruption interruption)
            throws TransferInterruptedException {
        Map<Path, String> objections = new HashMap<>();
        Map<Path, Check> begun = new LinkedHashMap<>();
        for (PlannedSstable sstable : sstables) {
            ManifestComponent index = component(sstable, INDEX);
            if (index == null) {
                objections.put(
                        sstable.directory(),
                        sstable.name() + " has no " + INDEX + ", the only component that holds every key");
            } else {
                begun.put(sstable.directory(), check(sstable, index, owned));
            }
        }
        for (PlannedSstable sstable : sstables) {
            filterObjection(sstable).ifPresent(why -> objections.put(sstable.directory(), why));
        }
        for (Map.Entry<Path, Check> each : begun.entrySet()) {
            interruption.check();
            each.getValue().objection().join().ifPresent(why -> objections.put(each.getKey(), why));
        }
        return objections;
    }

    private Check check(PlannedSstable sstable, ManifestComponent index, TokenRanges owned) {
        return checks.compute(
                sstable.directory(),
                (directory, known) ->
                        known != null && known.owned().equals(owned) ? known : begun(sstable, index, owned));
    }

    private Check begun(PlannedSstable sstable, ManifestComponent index, TokenRanges owned) {
        return new Check(owned, CompletableFuture.supplyAsync(() -> keyObjection(sstable, index, owned), threads));
    }

    private static Optional<String> keyObjection(PlannedSstable sstable, ManifestComponent index, TokenRanges owned) {
        try {
            KeyScan scan = KeyScan.of(sstable.file(index), owned);
            if (scan.foreign() != null) {
                return Optional.of("key " + scan.foreign().hex() + " of " + sstable.name() + " has token "
                        + scan.foreign().token() + ", which this node does not own");
            }
            TokenBounds planned = new TokenBounds(sstable.firstToken(), sstable.lastToken());
            return scan.bounds().equals(planned)
                    ? Optional.empty()
                    : Optional.of("the keys of " + sstable.name() + " have tokens in " + scan.bounds()
                            + " (expected: in " + planned + ", as its source said)");
        } catch (SstableException e) {
            return Optional.of(sstable.name() + ": " + e.getMessage());
        }
    }

    // Cassandra's check opens it too. What it finds there depends on its version.
    private static Optional<String> filterObjection(PlannedSstable sstable) {
        ManifestComponent filter = component(sstable, FILTER);
        if (filter == null) {
            return Optional.empty();
        }
        try {
            FilterFile.requireWhole(sstable.file(filter));
            return Optional.empty();
        } catch (SstableException e) {
            return Optional.of(sstable.name() + ": " + e.getMessage());
        }
    }

    private static @Nullable ManifestComponent component(PlannedSstable sstable, String name) {
        return sstable.components().stream()
                .filter(component -> component.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
