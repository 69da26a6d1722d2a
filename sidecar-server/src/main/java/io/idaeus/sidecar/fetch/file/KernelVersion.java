/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Of Linux. */
public record KernelVersion(int major, int minor) {
    private static final Pattern PATTERN = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");
    private static final KernelVersion UNKNOWN = new KernelVersion(0, 0);

    public static KernelVersion ofSystem() {
        return parse(System.getProperty("os.version", ""));
    }

    /** Zero where it cannot be read. */
    static KernelVersion parse(String release) {
        Matcher matcher = PATTERN.matcher(release);
        return matcher.matches()
                ? new KernelVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : UNKNOWN;
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }
}
