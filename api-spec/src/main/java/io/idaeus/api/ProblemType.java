/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The stable types of problem documents (RFC 9457). docs/problems.md says what to do about each. */
public enum ProblemType {
    INVALID_REQUEST(400, "The request is malformed"),
    INVALID_RANGE(400, "A token range is malformed"),
    INVALID_TAG(400, "The snapshot tag is invalid"),
    UNAUTHENTICATED(401, "The caller is unknown"),
    FORBIDDEN(403, "The caller may not do this"),
    PEER_NOT_ALLOWED(403, "The peer is neither on the allow-list nor in the ring"),
    KEYSPACE_NOT_ALLOWED(403, "The keyspace's SSTables may not be listed or moved"),
    STAGING_OUTSIDE_ROOTS(403, "The directory is outside the staging roots"),
    NOT_FOUND(404, "No resource has this address"),
    UNKNOWN_KEYSPACE(404, "The keyspace does not exist"),
    UNKNOWN_TABLE(404, "The table does not exist"),
    UNKNOWN_SNAPSHOT(404, "The snapshot does not exist"),
    UNKNOWN_TRANSFER(404, "The transfer does not exist"),
    UNKNOWN_PLAN(404, "The plan does not exist"),
    UNKNOWN_COMPARISON(404, "The comparison does not exist"),
    UNKNOWN_CLAIM(404, "The plan has no claim on this node"),
    METHOD_NOT_ALLOWED(405, "The resource does not support this method"),
    NOT_ACCEPTABLE(406, "The resource has none of the accepted media types"),
    SNAPSHOT_EXISTS(409, "A snapshot with this tag exists already"),
    SNAPSHOT_NOT_MANAGED(409, "This sidecar did not take the snapshot"),
    SNAPSHOT_LEASED(409, "The snapshot is leased"),
    SNAPSHOT_INCOMPLETE(409, "Files of the snapshot are missing"),
    ILLEGAL_STATE(409, "The resource is in a state that does not allow this"),
    PLAN_CHANGED(409, "The plan is not the one that was approved"),
    TABLE_CHANGED(409, "A table has changed since it was transferred"),
    CLAIMED(409, "Another plan has claimed the node"),
    CLAIM_SUPERSEDED(409, "The claim has another digest or a higher fence"),
    PEER_MISMATCH(409, "Another node answers at the address of the source"),
    PRECONDITION_FAILED(412, "The resource has changed since it was read"),
    PAYLOAD_TOO_LARGE(413, "The request body is too large"),
    URI_TOO_LONG(414, "The request line is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The media type of the body is not supported"),
    RANGE_NOT_SATISFIABLE(416, "The byte range starts beyond the end of the file"),
    IDEMPOTENCY_KEY_REUSED(422, "The Idempotency-Key was used with another body"),
    UNSUPPORTED_PARTITIONER(422, "The partitioner is not Murmur3Partitioner"),
    UNPROCESSABLE(422, "The request contradicts itself or what is here"),
    PLAN_REFUSED(422, "The plan is refused"),
    TOO_MANY_REQUESTS(429, "The caller has too many connections, or sends too many requests"),
    QUOTA_EXCEEDED(429, "A quota is used up"),
    HEADERS_TOO_LARGE(431, "The request headers are too large"),
    INTERNAL(500, "The sidecar has an internal error"),
    FILES_UNREADABLE(500, "The sidecar cannot read Cassandra's files"),
    CASSANDRA_REFUSED(502, "Cassandra refused the operation"),
    PEER_UNREACHABLE(502, "The peer does not answer"),
    PEER_FAILED(502, "The peer answered with an error"),
    CASSANDRA_UNAVAILABLE(503, "Cassandra does not answer"),
    OVERLOADED(503, "The sidecar has too many connections"),
    AUDIT_UNAVAILABLE(503, "The audit record cannot be written"),
    DRAINING(503, "The sidecar is shutting down"),
    TIME_LIMIT(504, "The work takes longer than its time limit"),
    INSUFFICIENT_STORAGE(507, "The disk has too little space");

    private static final String PREFIX = "urn:idaeus:problem:";

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** A short statement of the problem, the same for every occurrence. */
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

    /** The type with this {@link #uri()}; empty for an unknown type. */
    public static Optional<ProblemType> fromUri(String uri) {
        return Arrays.stream(values()).filter(type -> type.uri().equals(uri)).findFirst();
    }
}
