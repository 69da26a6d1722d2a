/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scenario's figures in print order, and the broken bounds. */
final class ScaleReport {
    private final List<String> figures = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    void figure(String what, Object value) {
        figures.add(what + " " + value);
    }

    void figure(String what, double value, String unit) {
        figure(what, (number(value) + " " + unit).strip());
    }

    void atMost(String what, double value, double most, String unit) {
        figure(what, value, unit);
        expect(value <= most, "%s: at most %s %s".formatted(what, number(most), unit), number(value));
    }

    /** Adds the seconds of each phase. */
    void phases(Transfer transfer) {
        for (TransferState phase : List.of(TransferState.PLANNING, TransferState.PULLING, TransferState.IMPORTING)) {
            figure(phase.name(), seconds(transfer, phase), "s");
        }
    }

    private static double seconds(Transfer transfer, TransferState phase) {
        return transfer.phases().stream()
                .filter(time -> time.phase() == phase)
                .mapToDouble(Transfer.PhaseTime::seconds)
                .sum();
    }

    void expect(boolean holds, String what, Object found) {
        if (!holds) {
            broken.add("found %s (expected: %s)".formatted(found, what));
        }
    }

    String figures() {
        return String.join(", ", figures);
    }

    List<String> broken() {
        return List.copyOf(broken);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
