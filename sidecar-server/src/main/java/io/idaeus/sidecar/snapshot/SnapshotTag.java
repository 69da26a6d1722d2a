/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.UUID;
import java.util.regex.Pattern;

/** The tag of a snapshot that this sidecar takes. It is a directory's name, and safe as one. */
record SnapshotTag(String value) {
    private static final Pattern ACCEPTABLE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}");
    private static final String PREFIX = "idaeus-";

    /** @throws ProblemException INVALID_TAG */
    SnapshotTag {
        if (!ACCEPTABLE.matcher(value).matches() || value.contains("..")) {
            throw new ProblemException(
                    ProblemType.INVALID_TAG,
                    "tag: " + shown(value) + " (expected: 1 to 128 letters, digits, _ - . with no dot in front and no"
                            + " two together)");
        }
    }

    static SnapshotTag generated(UUID id) {
        return new SnapshotTag(PREFIX + id);
    }

    /**
     * Lets any tag pass that could be the name of a directory: Cassandra's own and operators' may have other characters.
     *
     * @throws ProblemException INVALID_TAG; above all for an empty tag, by which Cassandra means every snapshot
     */
    static String requireName(String tag) {
        if (tag.isBlank() || tag.indexOf('/') >= 0 || tag.indexOf('\0') >= 0 || tag.matches("\\.\\.?")) {
            throw new ProblemException(
                    ProblemType.INVALID_TAG, "tag: " + shown(tag) + " (expected: the tag of a snapshot)");
        }
        return tag;
    }

    /** For messages: text from outside, quoted and cut. */
    static String shown(String text) {
        String cut = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
