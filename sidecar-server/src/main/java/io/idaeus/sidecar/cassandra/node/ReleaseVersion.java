/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;

/** Cassandra's version. */
public record ReleaseVersion(int major, int minor, String text) {
    private static final Pattern START = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    /** @throws ProblemException CASSANDRA_REFUSED without two numbers in front */
    public static ReleaseVersion parse(String text) {
        Matcher matcher = START.matcher(text);
        if (!matcher.matches()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "Cassandra's version is \"" + text + "\" (expected: numbers such as 5.0.9)");
        }
        return new ReleaseVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), text);
    }

    static ReleaseVersion of(MBeanServerConnection server) throws Exception {
        return parse((String) Mbeans.attribute(server, "ReleaseVersion"));
    }

    public boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }

    @Override
    public String toString() {
        return text;
    }
}
