/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that all commands share which make plans. */
class PlanTerms {

    @Option(
            names = "--sidecar",
            paramLabel = "URL",
            split = ",",
            description =
                    "Address of the sidecar of another node, where it does not listen at its node's address; repeatable, or"
                            + " several with commas.")
    private List<String> sidecars = List.of();

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description =
                    "Accept the finding with this code; repeatable, or several with commas. Only codes that the plan prints with"
                            + " \"unless --accept\" can be accepted.")
    private List<String> accept = List.of();

    /** A request with these options. */
    PlanRequest.Builder request(PlanKind kind) {
        return PlanRequest.builder(kind).sidecars(unlessEmpty(sidecars)).accept(unlessEmpty(accept));
    }

    /** The default of a request where an option does not occur. */
    static @Nullable List<String> unlessEmpty(List<String> values) {
        return values.isEmpty() ? null : values;
    }
}
