/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.regex.Pattern;

/** Checks the tag of a snapshot. */
public final class SnapshotTagRule {
    // Cassandra 4.x does not check: to clear an empty tag clears every snapshot of the node, and .. is a path.
    private static final Pattern TAG = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9_.+-]{1,200}");

    private SnapshotTagRule() {}

    /** @throws ProblemException INVALID_TAG */
    public static String require(String tag) {
        if (!TAG.matcher(tag).matches()) {
            String shown = tag.length() <= 60 ? tag : tag.substring(0, 60) + "…";
            throw new ProblemException(
                    ProblemType.INVALID_TAG,
                    "snapshot tag: \"" + shown.replaceAll("\\p{Cntrl}", "?")
                            + "\" (expected: 1 to 200 letters, digits or any of _ . + -)");
        }
        return tag;
    }
}
