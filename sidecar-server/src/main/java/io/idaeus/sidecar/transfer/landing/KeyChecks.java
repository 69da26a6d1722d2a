/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.index.KeyScan;
import io.idaeus.sidecar.sstable.index.PartitionKey;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of staged SSTables and compares them with what the node owns, while others still arrive. Where all are
 * owned, Cassandra need not read them again at the import. Thread-safe.
 */
public final class KeyChecks {
    private static final String INDEX = "Index.db";
    private static final String FILTER = "Filter.db";

    private final Executor threads;
    private final Function<SelectedSstable, TokenRanges> ownedBySource;
    private final Function<SelectedSstable, @Nullable TokenRanges> wanted;
    private final Map<Path, Check> checks = new ConcurrentHashMap<>();

    /**
     * @param ownedBySource just before its snapshot; the full ring where it is unknown
     * @param wanted the ranges that may move of an SSTable; null for all. Each key of a slice was read when it was cut
     */
    KeyChecks(
            Executor threads,
            Function<SelectedSstable, TokenRanges> ownedBySource,
            Function<SelectedSstable, @Nullable TokenRanges> wanted) {
        this.threads = threads;
        this.wanted = wanted;
        this.ownedBySource = ownedBySource;
    }

    /**
     * A reason against importing an SSTable.
     *
     * @param damaged whether its files contradict themselves or what the source said of them, whoever owns its keys
     */
    record Objection(String why, boolean damaged) {}

    private record Found(Optional<Objection> objection, KeyScan.Others leftover) {}

    private record Check(TokenRanges owned, CompletableFuture<Found> found) {}

    /** Looked at between two SSTables. */
    interface Interruption {
        void check() throws TransferInterruptedException;
    }

    /** Begins to read the keys if this component, which is staged, holds them. Returns at once. */
    void arrived(SelectedSstable sstable, ManifestComponent component, TokenRanges owned) {
        if (component.name().equals(INDEX) && !sstable.cut()) {
            check(sstable, component, owned);
        }
    }

    /**
     * Waits until the keys of every SSTable are read and compared with these tokens, again where they were compared with
     * others before.
     *
     * @return why not, of each that does not hold owned keys alone, by its directory
     */
    Map<Path, Objection> objections(List<SelectedSstable> sstables, TokenRanges owned, Interruption interruption)
            throws TransferInterruptedException {
        Map<Path, Objection> objections = new HashMap<>();
        Map<Path, Check> begun = new LinkedHashMap<>();
        for (SelectedSstable sstable : sstables) {
            TokenRanges cut = sstable.cut() ? wanted.apply(sstable) : null;
            if (cut != null && owned.containsAll(cut)) {
                continue;
            }
            ManifestComponent index = component(sstable, INDEX);
            if (index == null) {
                objections.put(
                        sstable.directory(),
                        new Objection(
                                sstable.name() + " has no " + INDEX + ", the only component that holds every key",
                                false));
            } else {
                begun.put(sstable.directory(), check(sstable, index, owned));
            }
        }
        for (SelectedSstable sstable : sstables) {
            filterObjection(sstable).ifPresent(why -> objections.put(sstable.directory(), why));
        }
        for (Map.Entry<Path, Check> each : begun.entrySet()) {
            interruption.check();
            each.getValue().found().join().objection().ifPresent(why -> objections.put(each.getKey(), why));
        }
        return objections;
    }

    /**
     * Waits until the keys of every SSTable are read, whoever owns them. Cassandra 5.0 imports an SSTable whose filter is
     * truncated, and reads then miss rows.
     *
     * @return what is wrong with the files, of each damaged SSTable, by its directory
     */
    Map<Path, String> damage(List<SelectedSstable> sstables, Interruption interruption)
            throws TransferInterruptedException {
        beginAll(sstables);
        Map<Path, String> damage = new HashMap<>();
        for (SelectedSstable sstable : sstables) {
            interruption.check();
            Check keys = checks.get(sstable.directory());
            Optional<Objection> found =
                    keys == null ? Optional.empty() : keys.found().join().objection();
            found.filter(Objection::damaged)
                    .or(() -> filterObjection(sstable).filter(Objection::damaged))
                    .ifPresent(what -> damage.put(sstable.directory(), what.why()));
        }
        return damage;
    }

    /**
     * Waits until the keys of every SSTable are read.
     *
     * @return the keys that the source did not own, of each SSTable that has such, by its directory: rows from before a
     *     cleanup
     */
    Map<Path, KeyScan.Others> leftovers(List<SelectedSstable> sstables, Interruption interruption)
            throws TransferInterruptedException {
        beginAll(sstables);
        Map<Path, KeyScan.Others> leftovers = new HashMap<>();
        for (SelectedSstable sstable : sstables) {
            interruption.check();
            Check keys = checks.get(sstable.directory());
            if (keys != null && keys.found().join().leftover().count() > 0) {
                leftovers.put(sstable.directory(), keys.found().join().leftover());
            }
        }
        return leftovers;
    }

    // Without regard to who owns the keys.
    private void beginAll(List<SelectedSstable> sstables) {
        for (SelectedSstable sstable : sstables) {
            ManifestComponent index = component(sstable, INDEX);
            if (index != null && !sstable.cut()) {
                checks.computeIfAbsent(sstable.directory(), directory -> begun(sstable, index, TokenRanges.fullRing()));
            }
        }
    }

    private Check check(SelectedSstable sstable, ManifestComponent index, TokenRanges owned) {
        return checks.compute(
                sstable.directory(),
                (directory, known) ->
                        known != null && known.owned().equals(owned) ? known : begun(sstable, index, owned));
    }

    private Check begun(SelectedSstable sstable, ManifestComponent index, TokenRanges owned) {
        return new Check(owned, CompletableFuture.supplyAsync(() -> found(sstable, index, owned), threads));
    }

    private Found found(SelectedSstable sstable, ManifestComponent index, TokenRanges owned) {
        try {
            TokenRanges may = wanted.apply(sstable);
            KeyScan scan = KeyScan.of(
                    sstable.file(index), may == null ? owned : owned.intersect(may), ownedBySource.apply(sstable));
            return new Found(keyObjection(sstable, scan, may), scan.leftover());
        } catch (SstableException e) {
            return new Found(Optional.of(unreadable(sstable, e)), KeyScan.Others.NONE);
        }
    }

    private static Optional<Objection> keyObjection(SelectedSstable sstable, KeyScan scan, @Nullable TokenRanges may) {
        TokenBounds selected = new TokenBounds(sstable.firstToken(), sstable.lastToken());
        if (!scan.bounds().equals(selected)) {
            return Optional.of(new Objection(
                    "the keys of " + sstable.name() + " have tokens in " + scan.bounds() + " (expected: in " + selected
                            + ", as its source said)",
                    true));
        }
        PartitionKey foreign = scan.foreign().first();
        if (foreign == null) {
            return Optional.empty();
        }
        boolean unwanted = may != null && !may.contains(foreign.token());
        return Optional.of(new Objection(
                "key " + foreign.hex() + " of " + sstable.name() + " has token " + foreign.token()
                        + (unwanted
                                ? ", which is in none of the ranges that its source said all of its keys are in"
                                : ", which this node does not own"),
                unwanted));
    }

    // Cassandra's check opens it too. What it finds there depends on its version.
    private static Optional<Objection> filterObjection(SelectedSstable sstable) {
        ManifestComponent filter = component(sstable, FILTER);
        if (filter == null) {
            return Optional.empty();
        }
        try {
            FilterFile.requireWhole(sstable.file(filter));
            return Optional.empty();
        } catch (SstableException e) {
            return Optional.of(unreadable(sstable, e));
        }
    }

    // A file that this host cannot read is no fault of the source.
    private static Objection unreadable(SelectedSstable sstable, SstableException e) {
        return new Objection(sstable.name() + ": " + e.getMessage(), e.code() == Code.CORRUPT_COMPONENT);
    }

    private static @Nullable ManifestComponent component(SelectedSstable sstable, String name) {
        return sstable.components().stream()
                .filter(component -> component.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
