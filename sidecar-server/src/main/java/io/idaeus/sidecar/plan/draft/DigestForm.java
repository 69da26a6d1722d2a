/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.way.PlannedStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the digest of a plan is made from what is approved. A digest begins with the name of its form, so that a sidecar of
 * another build verifies it in the same way, or says that it cannot. The newest form is the first.
 */
public enum DigestForm {
    /** Named fields in a fixed order: see {@link CanonicalPlan}. */
    V1("v1:") {
        @Override
        Stream<String> lines(Draft draft) {
            return CanonicalPlan.lines(draft);
        }
    },
    /** As builds before the first form with a name made it. Kept for plans that were approved before the upgrade. */
    UNNAMED("") {
        @Override
        Stream<String> lines(Draft draft) {
            return UnnamedForm.lines(draft);
        }

        @Override
        boolean verifies(Draft draft, String digest) {
            return !UnnamedForm.isAmbiguous(draft)
                    // It says none of these.
                    && draft.keyspaces().stream().noneMatch(PlanKeyspace::cut)
                    && draft.request().joinDelays() == null
                    && draft.request().kind() != PlanKind.EXPAND
                    && !isAboutClones(draft)
                    && draft.request().racks() == null
                    && draft.request().tokens() == null
                    && draft.ranges().stream().allMatch(range -> range.from() == null)
                    && draft.steps().stream().noneMatch(PlannedStep::runsWithPrevious)
                    && super.verifies(draft, digest);
        }

        private static boolean isAboutClones(Draft draft) {
            PlanRequest request = draft.request();
            return request.kind() == PlanKind.CLONE
                    || request.from() != null
                    || request.tables() != null
                    || request.replication() != null
                    || request.truncate() != null
                    || request.compare() != null
                    || draft.source() != null
                    || draft.schema() != null;
        }
    };

    private final String prefix;

    DigestForm(String prefix) {
        this.prefix = prefix;
    }

    abstract Stream<String> lines(Draft draft);

    /** Whether the draft is what the digest, which has this form, stands for. */
    boolean verifies(Draft draft, String digest) {
        return digest(draft).equals(digest);
    }

    /** The form of a digest; empty for one that this build does not know. */
    public static Optional<DigestForm> of(String digest) {
        String prefix = digest.substring(0, digest.indexOf(':') + 1);
        return Arrays.stream(values())
                .filter(form -> form.prefix.equals(prefix))
                .findFirst();
    }

    /** Names of the forms, as sidecars tell each other which they verify. */
    public static List<String> names() {
        return Arrays.stream(values())
                .filter(form -> !form.prefix.isEmpty())
                .map(DigestForm::shortName)
                .toList();
    }

    private String shortName() {
        return prefix.substring(0, prefix.length() - 1);
    }

    /** The newest that all destinations verify. */
    static DigestForm common(List<HostFacts> destinations) {
        return Arrays.stream(values())
                .filter(form -> destinations.stream().allMatch(form::isKnownTo))
                .findFirst()
                .orElse(UNNAMED);
    }

    private boolean isKnownTo(HostFacts destination) {
        List<String> known = destination.host().planDigests();
        return this == UNNAMED || (known != null && known.contains(shortName()));
    }

    String digest(Draft draft) {
        return prefix + Digests.of(lines(draft));
    }
}
