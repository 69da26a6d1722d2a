/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.it.bench.measure.Packages;
import java.util.ArrayList;
import java.util.List;

/** The requirements of tests of long links. */
final class LinkNeeds {
    private LinkNeeds() {}

    /** Skips the tests where a link or one of these commands is not possible, with the reason; fails under CI. */
    static void orSkip(String... commands) {
        List<String> missing = new ArrayList<>(LongLink.missing());
        missing.addAll(Packages.missing(List.of(commands)));
        String reason = "tests of long links need " + String.join(", ", missing);
        if (!missing.isEmpty() && System.getenv("CI") != null) {
            throw new IllegalStateException(reason);
        }
        assumeTrue(missing.isEmpty(), reason);
    }
}
