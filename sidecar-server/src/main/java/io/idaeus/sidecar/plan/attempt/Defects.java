/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import java.util.UUID;

/** Gives defects of this sidecar an id. One that repeats, as a step is tried again, keeps it. Not thread-safe. */
public final class Defects {
    private String last = "";
    private Defect defect = new Defect("", false);

    /** @param isNew whether it differs from the one before */
    public record Defect(String id, boolean isNew) {}

    public Defect of(RuntimeException failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        String what = failure + (frames.length == 0 ? "" : " " + frames[0]);
        defect = what.equals(last)
                ? new Defect(defect.id(), false)
                : new Defect(UUID.randomUUID().toString(), true);
        last = what;
        return defect;
    }
}
