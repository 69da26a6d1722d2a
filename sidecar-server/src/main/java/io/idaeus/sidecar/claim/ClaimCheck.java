/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimApprovalRequest;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedStatements;
import io.idaeus.api.claim.ClaimedTables;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.plan.finding.LaterAcceptance;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/** Checks what a caller sent, before anything is looked up. */
final class ClaimCheck {
    private ClaimCheck() {}

    static void plan(String plan) {
        BoundedText.PLAN.require("plan", plan);
    }

    static void step(String plan, String digest, long fence) {
        plan(plan);
        digest(digest);
        fence(fence);
    }

    static void cleanup(String plan, ClaimedCleanup asked) {
        step(plan, asked.digest(), asked.fence());
        if (asked.table() != null) {
            BoundedText.NAME.require("keyspace", asked.table().keyspace());
            BoundedText.NAME.require("table", asked.table().table());
        }
    }

    static void tables(String plan, ClaimedTables asked) {
        step(plan, asked.digest(), asked.fence());
        BoundedNumber.requireCount("tables", asked.tables().size(), Bounds.MAX_TABLES);
        for (TableRef table : asked.tables()) {
            BoundedText.NAME.require("keyspace", table.keyspace());
            BoundedText.NAME.require("table", table.table());
        }
    }

    static void statements(String plan, ClaimedStatements asked) {
        step(plan, asked.digest(), asked.fence());
        BoundedNumber.requireCount("statements", asked.statements().size(), Bounds.MAX_STATEMENTS);
        for (SchemaStatement statement : asked.statements()) {
            BoundedText.NAME.require("keyspace", statement.keyspace());
            if (statement.table() != null) {
                BoundedText.NAME.require("table", statement.table());
            }
            BoundedNumber.requireWithin("name", statement.name().length(), 1, Bounds.MAX_COLUMN);
            BoundedNumber.requireWithin("statement", statement.statement().length(), 1, Bounds.MAX_STATEMENT);
        }
    }

    static void fence(long fence) {
        BoundedNumber.requireAtLeast("fence", fence, 1);
    }

    static void digest(String digest) {
        BoundedText.DIGEST.require("digest", digest);
    }

    static void approval(ClaimApprovalRequest request) {
        digest(request.digest());
        BoundedText.ADDRESS.require("destination", request.destination());
    }

    static void acceptance(PlanAcceptance acceptance) {
        digest(acceptance.digest());
        LaterAcceptance.require(acceptance.code());
    }

    static void request(ClaimRequest request) {
        digest(request.digest());
        fence(request.fence());
        BoundedText.ADDRESS.require("coordinator", request.coordinator());
        try {
            if (new URI(request.coordinator()).getHost() == null) {
                throw contradiction("coordinator: " + BoundedText.shown(request.coordinator()) + " names no host");
            }
        } catch (URISyntaxException e) {
            throw contradiction(
                    "coordinator: " + BoundedText.shown(request.coordinator()) + " names no host: " + e.getReason());
        }
    }

    static void draft(String plan, int part, DraftPart draft) {
        step(plan, draft.digest(), draft.fence());
        BoundedNumber.requireWithin("parts", draft.parts(), 1, Bounds.MAX_PARTS);
        BoundedNumber.requireWithin("part", part, 0, Bounds.MAX_PARTS - 1);
        if (part >= draft.parts()) {
            throw contradiction("part: " + part + " (expected: 0 to " + (draft.parts() - 1) + ")");
        }
    }

    static List<TokenRange> declaration(Declaration declaration) {
        TableName.requireKeyspace(declaration.keyspace());
        if (SchemaReader.isSystem(declaration.keyspace())) {
            throw contradiction("keyspace: " + declaration.keyspace()
                    + " (expected: none of Cassandra's own, which it streams itself)");
        }
        BoundedNumber.requireCount("ranges", declaration.ranges().size(), Bounds.MAX_DECLARED_RANGES);
        BoundedNumber.requireAtLeast("copies", (long) declaration.copies(), 1);
        BoundedNumber.requireCount("transfers", declaration.transfers().size(), Bounds.MAX_TRANSFERS);
        List<TokenRange> ranges = new ArrayList<>();
        for (String range : declaration.ranges()) {
            try {
                ranges.add(TokenRange.parse(range));
            } catch (IllegalArgumentException e) {
                throw new ProblemException(ProblemType.INVALID_RANGE, "ranges: " + e.getMessage(), e);
            }
        }
        return ranges;
    }

    static void options(List<String> options) {
        BoundedNumber.requireWithin("options", options.size(), 0, Bounds.MAX_OPTIONS);
        BoundedText.OPTION.requireAll("options", options);
    }

    static String shown(String text) {
        String cut = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    private static ProblemException contradiction(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
