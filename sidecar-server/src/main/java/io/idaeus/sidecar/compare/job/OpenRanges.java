/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Hands out what is left to compare, to several threads. The first part of a table says how large it is: what is left of it
 * is handed out afterwards. Thread-safe.
 */
final class OpenRanges {
    private static final long LOOK_MILLIS = 200;

    private final Supplier<List<TableRecord>> tables;
    private final BooleanSupplier goesOn;
    private final Set<Part> taken = new HashSet<>();
    private boolean closed;

    /**
     * @param tables of the comparison, as they are now
     * @param goesOn whether anybody is to work on
     */
    OpenRanges(Supplier<List<TableRecord>> tables, BooleanSupplier goesOn) {
        this.tables = tables;
        this.goesOn = goesOn;
    }

    /**
     * A part of a table.
     *
     * @param table its index
     * @param right the end of the part, by which the record names it
     * @param range what is left of it
     * @param isFirst whether nothing else of the table may be compared at the same time
     */
    record Part(int table, long right, TokenRange range, boolean isFirst) {
        private boolean isOf(Part other) {
            return table == other.table && (isFirst || other.isFirst || right == other.right);
        }
    }

    /** Waits where all that is left is behind the first part of a table. Empty where nothing is left. */
    synchronized Optional<Part> next() {
        while (!closed && goesOn.getAsBoolean()) {
            List<TableRecord> all = tables.get();
            boolean left = false;
            for (int i = 0; i < all.size(); i++) {
                TableCourse course = all.get(i).course();
                for (TokenRange range : course.open()) {
                    Part part = new Part(i, range.right(), range, !course.begun());
                    left = true;
                    if (taken.stream().noneMatch(other -> other.isOf(part))) {
                        taken.add(part);
                        return Optional.of(part);
                    }
                }
            }
            if (!left) {
                return Optional.empty();
            }
            try {
                wait(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Hands out nothing more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isOpen() {
        return !closed;
    }

    /** Throws where nothing more is handed out. */
    void requireOpen() {
        if (!isOpen()) {
            throw new ComparisonRun.NoLongerWanted();
        }
    }

    synchronized void release(Part part) {
        taken.remove(part);
        notifyAll();
    }
}
