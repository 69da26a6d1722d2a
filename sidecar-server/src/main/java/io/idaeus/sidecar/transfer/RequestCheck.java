/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.sidecar.planning.FindingCode;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.snapshot.SnapshotTag;
import io.idaeus.sidecar.throttle.Throttle;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a request without Cassandra and the sources. */
final class RequestCheck {
    private static final int MAX_SOURCES = 64;
    private static final int MAX_TABLES = 1000;
    private static final int MAX_RANGES = 10_000;
    private static final int MAX_CONNECTIONS = 64;
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private RequestCheck() {}

    static void check(TransferRequest request) {
        count("sources", request.sources().size(), MAX_SOURCES);
        count("tables", request.tables().size(), MAX_TABLES);
        request.sources().forEach(RequestCheck::checkSource);
        checkTables(request.tables());
        checkRanges("ranges", request.ranges());
        checkOptions(request);
        checkAccept(request.accept());
        checkRate("maxRate", request.maxRate());
        Integer connections = request.connectionsPerSource();
        if (connections != null && (connections < 1 || connections > MAX_CONNECTIONS)) {
            throw invalid("connectionsPerSource: " + connections + " (expected: 1 to " + MAX_CONNECTIONS + ")");
        }
        if (request.snapshot() != null) {
            SnapshotTag.requireName("snapshot", request.snapshot());
        }
    }

    /** @param rate bytes a second; null for no limit */
    static void checkRate(String field, @Nullable Long rate) {
        if (rate != null && (rate < Throttle.MIN_RATE || rate > Throttle.MAX_RATE)) {
            throw invalid(field + ": " + rate + " (expected: " + Throttle.MIN_RATE + " to " + Throttle.MAX_RATE
                    + " bytes a second, or null for no limit)");
        }
    }

    static void checkKey(String idempotencyKey) {
        if (!KEY.matcher(idempotencyKey).matches()) {
            throw invalid("Idempotency-Key (expected: 1 to 255 printable ASCII characters)");
        }
    }

    private static void checkSource(SourceRef source) {
        try {
            URI uri = new URI(source.uri());
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!http || uri.getHost() == null || uri.getUserInfo() != null) {
                throw invalid("sources: \"" + source.uri() + "\" (expected: http://host:port or https://host:port)");
            }
        } catch (URISyntaxException e) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "sources: \"" + source.uri() + "\" is no URI (expected: http://host:port)",
                    e);
        }
        checkRanges("sources.ranges", source.ranges());
    }

    private static void checkTables(List<TableRef> tables) {
        Set<TableRef> seen = new HashSet<>();
        for (TableRef table : tables) {
            if (!seen.add(table)) {
                throw invalid("tables: " + table.keyspace() + "." + table.table() + " is named twice");
            }
        }
    }

    static void checkRanges(String field, @Nullable List<String> ranges) {
        if (ranges == null) {
            return;
        }
        count(field, ranges.size(), MAX_RANGES);
        for (String range : ranges) {
            try {
                TokenRange.parse(range);
            } catch (IllegalArgumentException e) {
                throw new ProblemException(ProblemType.INVALID_RANGE, field + ": " + e.getMessage(), e);
            }
        }
    }

    private static void checkOptions(TransferRequest request) {
        if (request.importOptions() == null) {
            return;
        }
        if (Boolean.TRUE.equals(request.importOptions().copyData())) {
            throw invalid("importOptions.copyData: true (expected: absent; staged files are the transfer's own)");
        }
        boolean unchecked = Boolean.TRUE.equals(request.importOptions().noTokens())
                || Boolean.TRUE.equals(request.importOptions().quick());
        if (unchecked && request.onPartialOverlap() != TransferRequest.PartialOverlapPolicy.INCLUDE) {
            throw invalid("importOptions.noTokens and importOptions.quick skip the token check (expected: only with"
                    + " onPartialOverlap INCLUDE)");
        }
    }

    static void checkAccept(@Nullable List<String> accept) {
        if (accept == null) {
            return;
        }
        List<String> known = Arrays.stream(FindingCode.values())
                .filter(FindingCode::canBeAccepted)
                .map(Enum::name)
                .toList();
        for (String code : accept) {
            if (!known.contains(code)) {
                throw invalid("accept: \"" + code + "\" (expected: one of " + String.join(", ", known) + ")");
            }
        }
    }

    private static void count(String field, int found, int most) {
        if (found < 1 || found > most) {
            throw invalid(field + ": " + found + " entries (expected: 1 to " + most + ")");
        }
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
