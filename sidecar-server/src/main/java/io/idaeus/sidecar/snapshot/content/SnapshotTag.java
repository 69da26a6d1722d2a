/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.ProblemType;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The tag of a snapshot that this sidecar takes, safe as a directory's name. Existing snapshots may have any tag that
 * {@link #requireName} accepts.
 */
public record SnapshotTag(String value) {
    private static final Pattern ACCEPTABLE = Pattern.compile(Bounds.TAG);
    private static final Pattern NAME = Pattern.compile(Bounds.SNAPSHOT);
    private static final int MAX_NAME_BYTES = 255;
    private static final String PREFIX = "idaeus-";

    /** @throws ProblemException INVALID_TAG */
    public SnapshotTag {
        if (!ACCEPTABLE.matcher(value).matches()) {
            throw new ProblemException(
                    ProblemType.INVALID_TAG,
                    "tag: " + shown(value) + " (expected: 1 to 128 letters, digits, _ - . with no dot in front and no"
                            + " two together)");
        }
    }

    public static SnapshotTag generated(UUID id) {
        return new SnapshotTag(PREFIX + id);
    }

    /**
     * Accepts every directory's name.
     *
     * @throws ProblemException INVALID_TAG, also for an empty tag, by which Cassandra means every snapshot; UNPROCESSABLE for
     *     one that is too long for a directory
     */
    public static String requireName(String tag) {
        return requireName("tag", tag);
    }

    public static String requireName(String field, String tag) {
        if (!NAME.matcher(tag).matches()) {
            throw new ProblemException(
                    ProblemType.INVALID_TAG,
                    field + ": " + shown(tag) + " (expected: the tag of a snapshot, a directory's name)");
        }
        int bytes = tag.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_NAME_BYTES) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    field + ": " + shown(tag) + " has " + bytes + " bytes in UTF-8 (expected: at most " + MAX_NAME_BYTES
                            + ", as the name of a directory has)");
        }
        return tag;
    }

    // Quoted and cut, for messages.
    public static String shown(String text) {
        return BoundedText.shown(text);
    }
}
