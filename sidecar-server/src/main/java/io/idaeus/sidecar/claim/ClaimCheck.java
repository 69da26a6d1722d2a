/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ClaimApprovalRequest;
import io.idaeus.api.ClaimRequest;
import io.idaeus.api.Declaration;
import io.idaeus.api.DraftPart;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.store.JsonStore;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks what a caller sent, before anything is looked up. */
final class ClaimCheck {
    private static final int MAX_RANGES = 100_000;
    private static final int MAX_TRANSFERS = 1000;
    private static final int MAX_OPTIONS = 50;
    private static final int MAX_PARTS = 1000;
    private static final Pattern DIGEST = Pattern.compile("[\\x21-\\x7e]{1,200}");

    private static final Pattern ADDRESS = Pattern.compile("https?://[\\x21-\\x7e]{1,500}");

    // They become arguments of an executable, which may write them into a file: no white space, no quotes.
    private static final Pattern OPTION =
            Pattern.compile("-Dcassandra\\.[A-Za-z0-9_.]{1,100}=[A-Za-z0-9_.:,/\\[\\]+-]{0,200}");

    private ClaimCheck() {}

    static void plan(String plan) {
        if (!JsonStore.isName(plan)) {
            throw invalid(
                    "plan: \"" + shown(plan) + "\" (expected: 1 to 200 letters, digits, _ - . and no dot in front)");
        }
    }

    static void digest(String digest) {
        if (!DIGEST.matcher(digest).matches()) {
            throw invalid("digest: \"" + shown(digest) + "\" (expected: 1 to 200 printable characters)");
        }
    }

    static void approval(ClaimApprovalRequest request) {
        digest(request.digest());
        if (!ADDRESS.matcher(request.destination()).matches()) {
            throw invalid("destination: \"" + shown(request.destination())
                    + "\" (expected: the address of this sidecar, as the plan shows it)");
        }
    }

    static void request(ClaimRequest request) {
        digest(request.digest());
        if (request.fence() < 1) {
            throw invalid("fence: " + request.fence() + " (expected: 1 or more)");
        }
        try {
            URI uri = new URI(request.coordinator());
            if ((!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) || uri.getHost() == null) {
                throw invalid("coordinator: \"" + shown(request.coordinator())
                        + "\" (expected: http://host:port or https://host:port)");
            }
        } catch (URISyntaxException e) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "coordinator: \"" + shown(request.coordinator()) + "\" is no URI (expected: http://host:port)",
                    e);
        }
    }

    static void draft(String plan, int part, DraftPart draft) {
        if (!JsonStore.isName(plan + "." + MAX_PARTS)) {
            throw invalid("plan: \"" + shown(plan) + "\" (expected: a shorter name)");
        }
        count("parts", draft.parts(), MAX_PARTS);
        if (part < 0 || part >= draft.parts()) {
            throw invalid("part: " + part + " (expected: 0 to " + (draft.parts() - 1) + ")");
        }
    }

    static List<TokenRange> declaration(Declaration declaration) {
        TableName.requireKeyspace(declaration.keyspace());
        if (SchemaReader.isSystem(declaration.keyspace())) {
            throw invalid("keyspace: " + declaration.keyspace()
                    + " (expected: none of Cassandra's own, which it streams itself)");
        }
        count("ranges", declaration.ranges().size(), MAX_RANGES);
        if (declaration.copies() < 1) {
            throw invalid("copies: " + declaration.copies() + " (expected: 1 or more)");
        }
        count("transfers", declaration.transfers().size(), MAX_TRANSFERS);
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
        if (options.size() > MAX_OPTIONS) {
            throw invalid("options: " + options.size() + " (expected: at most " + MAX_OPTIONS + ")");
        }
        for (String option : options) {
            if (!OPTION.matcher(option).matches()) {
                throw invalid(
                        "options: \"" + shown(option) + "\" (expected: -Dcassandra.name=value, without white space)");
            }
        }
    }

    private static void count(String field, int found, int most) {
        if (found < 1 || found > most) {
            throw invalid(field + ": " + found + " entries (expected: 1 to " + most + ")");
        }
    }

    static String shown(String text) {
        String cut = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
