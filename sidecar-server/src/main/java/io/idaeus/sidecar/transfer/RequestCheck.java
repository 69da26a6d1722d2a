/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a request without Cassandra and the sources. */
final class RequestCheck {
    private RequestCheck() {}

    static void check(TransferRequest request, @Nullable String idempotencyKey) {
        if (idempotencyKey != null) {
            BoundedText.IDEMPOTENCY_KEY.require("Idempotency-Key", idempotencyKey);
        }
        check(request);
    }

    static void check(TransferRequest request) {
        checkSources(request.sources());
        BoundedNumber.requireCount("tables", request.tables().size(), Bounds.MAX_TABLES);
        checkTables(request.tables());
        checkRanges("ranges", request.ranges());
        checkOptions(request);
        checkAccept(request.accept());
        BoundedNumber.requireRate("maxRate", request.maxRate());
        Integer connections = request.connectionsPerSource();
        if (connections != null) {
            BoundedNumber.requireWithin("connectionsPerSource", connections, 1, Bounds.MAX_CONNECTIONS);
        }
        if (request.snapshot() != null) {
            SnapshotTag.requireName("snapshot", request.snapshot());
        }
    }

    static void checkSources(List<SourceRef> sources) {
        BoundedNumber.requireCount("sources", sources.size(), Bounds.MAX_SOURCES);
        sources.forEach(RequestCheck::checkSource);
    }

    private static void checkSource(SourceRef source) {
        BoundedText.ADDRESS.require("sources.uri", source.uri());
        requireHost("sources.uri", source.uri());
        checkRanges("sources.ranges", source.ranges());
        if (source.base() != null) {
            SnapshotTag.requireName("sources.base", source.base());
        }
    }

    // The pattern matches some strings that are no address, such as [:::]: patterns of IPv6 addresses are hard to read.
    private static void requireHost(String field, String uri) {
        try {
            if (new URI(uri).getHost() != null) {
                return;
            }
        } catch (URISyntaxException e) {
            throw contradiction(field + ": " + BoundedText.shown(uri) + " names no host: " + e.getReason());
        }
        throw contradiction(field + ": " + BoundedText.shown(uri) + " names no host (expected: http://host:port)");
    }

    private static void checkTables(List<TableRef> tables) {
        Set<TableRef> seen = new HashSet<>();
        for (TableRef table : tables) {
            TableName unused = new TableName(table.keyspace(), table.table());
            if (!seen.add(table)) {
                throw invalid("tables: " + table.keyspace() + "." + table.table() + " is named twice");
            }
        }
    }

    static void checkRanges(String field, @Nullable List<String> ranges) {
        if (ranges == null) {
            return;
        }
        BoundedNumber.requireCount(field, ranges.size(), Bounds.MAX_RANGES);
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
            throw contradiction("importOptions.copyData: true (expected: absent; staged files are the transfer's own)");
        }
        boolean unchecked = Boolean.TRUE.equals(request.importOptions().noTokens())
                || Boolean.TRUE.equals(request.importOptions().quick());
        if (unchecked && PartialOverlap.of(request).leavesTokenCheckToCassandra()) {
            throw contradiction(
                    "importOptions.noTokens and importOptions.quick skip the token check (expected: only with"
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

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }

    private static ProblemException contradiction(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
