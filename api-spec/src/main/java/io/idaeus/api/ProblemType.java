/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The stable types of the problem documents (RFC 9457) that a sidecar answers with. The wire form of a type is {@link
 * #uri()}; it never changes once released. docs/api.md lists them all.
 */
public enum ProblemType {
    INVALID_REQUEST(400, "The request is not well-formed"),
    INVALID_RANGE(400, "A token range is not well-formed"),
    INVALID_TAG(400, "A snapshot tag is not acceptable"),
    UNAUTHENTICATED(401, "The caller presented no certificate"),
    FORBIDDEN(403, "The caller is not on the allow-list"),
    PEER_NOT_ALLOWED(403, "The peer is neither on the allow-list nor in the ring"),
    STAGING_OUTSIDE_ROOTS(403, "The directory is not below a staging root"),
    NOT_FOUND(404, "There is nothing at this address"),
    UNKNOWN_KEYSPACE(404, "The keyspace does not exist"),
    UNKNOWN_TABLE(404, "The table does not exist"),
    UNKNOWN_SNAPSHOT(404, "The snapshot does not exist"),
    UNKNOWN_TRANSFER(404, "The transfer does not exist"),
    METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
    NOT_ACCEPTABLE(406, "None of the media types asked for is served here"),
    SNAPSHOT_EXISTS(409, "A snapshot of this tag exists"),
    SNAPSHOT_NOT_MANAGED(409, "The snapshot was not made by this sidecar"),
    SNAPSHOT_LEASED(409, "A transfer holds a lease on the snapshot"),
    SNAPSHOT_INCOMPLETE(409, "The snapshot lacks files that it lists"),
    ILLEGAL_STATE(409, "The resource is in a state that does not allow this"),
    PEER_MISMATCH(409, "The peer is not the node that the transfer was pinned to"),
    PAYLOAD_TOO_LARGE(413, "The request body is too large"),
    URI_TOO_LONG(414, "The request line is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
    RANGE_NOT_SATISFIABLE(416, "The byte range starts past the end of the file"),
    IDEMPOTENCY_KEY_REUSED(422, "The Idempotency-Key was used with another body"),
    UNSUPPORTED_PARTITIONER(422, "The partitioner is not Murmur3Partitioner"),
    PLAN_REFUSED(422, "The plan has findings that refuse the transfer"),
    TOO_MANY_REQUESTS(429, "Too many connections"),
    HEADERS_TOO_LARGE(431, "The request's header fields are too large"),
    INTERNAL(500, "The sidecar failed"),
    CASSANDRA_REFUSED(502, "Cassandra refused the operation"),
    PEER_UNREACHABLE(502, "The peer does not answer"),
    PEER_FAILED(502, "The peer answered with an error"),
    CASSANDRA_UNAVAILABLE(503, "Cassandra does not answer"),
    OVERLOADED(503, "The sidecar has as many connections as it may"),
    DRAINING(503, "The sidecar is shutting down"),
    INSUFFICIENT_STORAGE(507, "The disk has too little space");

    private static final String PREFIX = "urn:idaeus:problem:";

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The HTTP status that goes with the type. */
    public int status() {
        return status;
    }

    /** A short human-readable summary, the same for every occurrence. */
    public String title() {
        return title;
    }

    /** The last part of {@link #uri()}, for instance {@code unknown-keyspace}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The value of a problem document's {@code type}, for instance {@code urn:idaeus:problem:unknown-keyspace}. */
    public String uri() {
        return PREFIX + slug();
    }

    /** The type whose {@link #uri()} this is; empty for a type of somebody else's or of a later version. */
    public static Optional<ProblemType> fromUri(String uri) {
        return Arrays.stream(values()).filter(type -> type.uri().equals(uri)).findFirst();
    }
}
