/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Standing;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.List;
import java.util.Optional;

/** The purpose of a plan: which nodes it changes, how it is drafted, and what holds while it is carried out. */
public sealed interface PlanType permits Cleanup, Cloning, Expansion, Rebuild, Replacement {
    static PlanType of(PlanRequest request) {
        return switch (request.kind()) {
            case REPLACE -> new Replacement(request);
            case REBUILD -> new Rebuild(request);
            case EXPAND -> new Expansion(request);
            case CLEANUP -> new Cleanup(request);
            case CLONE -> new Cloning(request);
        };
    }

    /** @throws ProblemException UNPROCESSABLE where the request lacks what this type needs, or has what others need */
    void checkRequest();

    /** Addresses of the sidecars of new nodes, which the ring does not know yet. */
    List<String> newcomers();

    /** Addresses of sidecars of members that the request names. */
    List<String> namedMembers();

    /** Addresses of the sidecars of the only members that the plan changes; empty for all that it may change. */
    default List<String> chosen() {
        return List.of();
    }

    /**
     * The name of a new node in titles and messages.
     *
     * @param sidecar its address
     */
    default String called(String sidecar) {
        return "the new node";
    }

    /** How new nodes join the ring; empty where there are none. */
    Optional<JoinWay> way();

    /** Whether the plan changes a node that is a member of the ring already. */
    boolean isDestination(ClusterNode member);

    /** Address of a sidecar of another cluster that the plan copies from; empty where sources are of the same cluster. */
    default Optional<String> otherCluster() {
        return Optional.empty();
    }

    /** Whether it is drafted from the tokens of all nodes. */
    default boolean needsTokens() {
        return false;
    }

    /** @throws ProblemException UNPROCESSABLE where the request names nodes that are not there; TIME_LIMIT */
    Draft draft(ClusterFacts facts, TimeLimit time);

    /** Where a destination stands while the step is taken. */
    default Standing standing(StepAction step) {
        return way().map(way -> way.standing(step)).orElse(Standing.MEMBER);
    }

    /** The effect on clients while a new node is down in write survey. */
    default String whileDownInSurvey() {
        return "writes at QUORUM of its ranges fail until it is back or removed";
    }

    /** Whether a source that is missing may be replaced by another replica that has as much. */
    boolean mayReplaceSources();
}
