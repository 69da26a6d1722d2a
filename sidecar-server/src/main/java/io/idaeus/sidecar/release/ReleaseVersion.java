/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.release;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cassandra's version. */
public record ReleaseVersion(int major, int minor, String text) {
    private static final Pattern START = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    /** @throws ProblemException CASSANDRA_REFUSED without two numbers in front */
    public static ReleaseVersion parse(String text) {
        return find(text)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.CASSANDRA_REFUSED,
                        "Cassandra's version is \"" + text + "\" (expected: numbers such as 5.0.9)"));
    }

    /** Empty without two numbers in front, as for a node of which gossip does not know the version. */
    public static Optional<ReleaseVersion> find(String text) {
        Matcher matcher = START.matcher(text);
        return matcher.matches()
                ? Optional.of(new ReleaseVersion(
                        Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), text))
                : Optional.empty();
    }

    public boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }

    /** Whether both may be in one cluster for long: only an upgrade mixes major versions. */
    public boolean hasMajorOf(ReleaseVersion other) {
        return major == other.major;
    }

    @Override
    public String toString() {
        return text;
    }
}
