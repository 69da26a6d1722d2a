/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists the SSTables of a table, and caches the {@code capacity} most recently used ones. Lists a live directory
 * again, at most 10 times, while it changes. Thread-safe.
 */
public final class SstableCatalog {
    private static final int ATTEMPTS = 10;
    private static final Comparator<SstableEntry> BY_FIRST_TOKEN = Comparator.comparing(
                    (SstableEntry entry) -> entry instanceof UnreadableSstable)
            .thenComparingLong(entry -> entry instanceof ReadableSstable readable
                    ? readable.metadata().bounds().first()
                    : 0)
            .thenComparingLong(entry -> entry instanceof ReadableSstable readable
                    ? readable.metadata().bounds().last()
                    : 0)
            .thenComparing(SstableEntry::descriptor);

    private final EntryCache cache;
    private final DirectoryScans scans;

    public SstableCatalog(int capacity) {
        this(capacity, DirectoryScans.ofProcess());
    }

    SstableCatalog(int capacity, DirectoryScans scans) {
        this.cache = new EntryCache(capacity);
        this.scans = scans;
    }

    /**
     * The SSTables that Cassandra would open if it started now.
     *
     * @param tableDirectories one for each data directory; may be missing
     * @return by first token, last token, descriptor; the unreadable ones last
     * @throws IOException if a directory cannot be listed, or hangs
     */
    public List<SstableEntry> live(Collection<Path> tableDirectories) throws IOException {
        return list(tableDirectories, true);
    }

    /** As {@link #live}, for a snapshot. */
    public List<SstableEntry> snapshot(Collection<Path> snapshotDirectories) throws IOException {
        return list(snapshotDirectories, false);
    }

    private List<SstableEntry> list(Collection<Path> directories, boolean live) throws IOException {
        return scans.run(directories, () -> listed(directories, live));
    }

    private List<SstableEntry> listed(Collection<Path> directories, boolean live) throws IOException {
        List<SstableEntry> entries = new ArrayList<>();
        for (Path directory : new LinkedHashSet<>(directories)) {
            entries.addAll(settled(directory, live));
        }
        refuseDuplicates(entries);
        entries.sort(BY_FIRST_TOKEN);
        return List.copyOf(entries);
    }

    // A new problem may be a file that is being replaced: it counts only when it shows twice.
    private List<SstableEntry> settled(Path directory, boolean live) throws IOException {
        for (int attempt = 1; ; attempt++) {
            TransactionLogs before = live ? TransactionLogs.read(directory) : TransactionLogs.NONE;
            Collection<FoundSstable> found = DirectoryScan.of(directory);
            TransactionLogs after = live ? TransactionLogs.read(directory) : TransactionLogs.NONE;
            boolean last = attempt == ATTEMPTS;
            if (last || before.texts().equals(after.texts())) {
                List<SstableEntry> entries = new ArrayList<>();
                boolean newProblem = read(found, before, after, entries);
                if (!newProblem) {
                    return entries;
                }
                if (last) {
                    entries.removeIf(SstableCatalog::isGone);
                    return entries;
                }
            }
        }
    }

    // Returns whether an entry has a new problem.
    private boolean read(
            Collection<FoundSstable> found, TransactionLogs before, TransactionLogs after, List<SstableEntry> into) {
        Set<Descriptor> unfinished = new HashSet<>(before.unfinished());
        unfinished.addAll(after.unfinished());
        Set<Descriptor> undecided = after.undecided();
        boolean newProblem = false;
        // Removed as it is read: of 50,000 SSTables there is no room for both.
        for (Iterator<FoundSstable> each = found.iterator(); each.hasNext(); ) {
            FoundSstable sstable = each.next();
            each.remove();
            if (undecided.contains(sstable.descriptor())) {
                into.add(unreadable(sstable, undecided()));
            } else if (!unfinished.contains(sstable.descriptor())) {
                SstableEntry known = cache.get(sstable);
                SstableEntry entry = known == null ? read(sstable) : known;
                newProblem |= known == null && mayBeTransient(entry);
                into.add(entry);
            }
        }
        return newProblem;
    }

    private static boolean isGone(SstableEntry entry) {
        return mayBeTransient(entry)
                && entry.component("Data.db").isPresent()
                && Files.notExists(entry.path("Data.db"), LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean mayBeTransient(SstableEntry entry) {
        return entry instanceof UnreadableSstable unreadable
                && EnumSet.of(Code.MISSING_COMPONENT, Code.CORRUPT_COMPONENT)
                        .contains(unreadable.problem().code());
    }

    private SstableEntry read(FoundSstable sstable) {
        SstableEntry entry;
        try {
            entry = new ReadableSstable(
                    sstable.descriptor(),
                    sstable.directory(),
                    sstable.components(),
                    cache.shared(SstableReader.read(sstable)));
        } catch (SstableException e) {
            entry = unreadable(sstable, e.problem());
            if (e.code() == Code.UNREADABLE_FILE) {
                return entry; // May succeed next time though the file is the same.
            }
        }
        cache.put(entry);
        return entry;
    }

    private static UnreadableReason undecided() {
        return new UnreadableReason(
                Code.UNDECIDED_TRANSACTION,
                "a damaged *_txn_*.log names this SSTable, so it may be live or not; see Cassandra's log");
    }

    private static UnreadableSstable unreadable(FoundSstable sstable, UnreadableReason problem) {
        return new UnreadableSstable(sstable.descriptor(), sstable.directory(), sstable.components(), problem);
    }

    private static void refuseDuplicates(List<SstableEntry> entries) {
        Map<Descriptor, Path> seen = new HashMap<>();
        Set<Descriptor> twice = new HashSet<>();
        for (SstableEntry entry : entries) {
            if (seen.put(entry.descriptor(), entry.directory()) != null) {
                twice.add(entry.descriptor());
            }
        }
        entries.replaceAll(entry -> twice.contains(entry.descriptor()) ? duplicate(entry) : entry);
    }

    private static SstableEntry duplicate(SstableEntry entry) {
        return new UnreadableSstable(
                entry.descriptor(),
                entry.directory(),
                entry.components(),
                new UnreadableReason(
                        Code.DUPLICATE_NAME,
                        entry.descriptor() + " is in several data directories (expected: one); remove the wrong one"));
    }
}
