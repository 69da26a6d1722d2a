/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.util.stream.Stream;

/** The metrics that Prometheus reads from a sidecar. */
final class Scrape {
    private Scrape() {}

    /** After a request, and after the first samples that are taken in the background. */
    static String whole(RunningSidecar sidecar) throws Exception {
        sidecar.get("/v1/transfers");
        Await.until("the background samples", () -> Stream.of("idaeus_readiness_check_up{", "idaeus_state_bytes{")
                .allMatch(of(sidecar)::contains));
        return of(sidecar);
    }

    static String of(RunningSidecar sidecar) {
        try {
            return sidecar.get("/metrics").body();
        } catch (Exception e) {
            throw new IllegalStateException("no metrics", e);
        }
    }

    /** The value of a series; NaN where there is none. */
    static double value(RunningSidecar sidecar, String series) {
        return of(sidecar)
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .findFirst()
                .orElse(Double.NaN);
    }
}
