/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static io.idaeus.api.ProblemType.FORBIDDEN;
import static io.idaeus.api.ProblemType.HEADERS_TOO_LARGE;
import static io.idaeus.api.ProblemType.IDEMPOTENCY_KEY_REUSED;
import static io.idaeus.api.ProblemType.ILLEGAL_STATE;
import static io.idaeus.api.ProblemType.INVALID_RANGE;
import static io.idaeus.api.ProblemType.INVALID_REQUEST;
import static io.idaeus.api.ProblemType.INVALID_TAG;
import static io.idaeus.api.ProblemType.METHOD_NOT_ALLOWED;
import static io.idaeus.api.ProblemType.NOT_FOUND;
import static io.idaeus.api.ProblemType.PAYLOAD_TOO_LARGE;
import static io.idaeus.api.ProblemType.PEER_MISMATCH;
import static io.idaeus.api.ProblemType.PEER_NOT_ALLOWED;
import static io.idaeus.api.ProblemType.PEER_UNREACHABLE;
import static io.idaeus.api.ProblemType.SNAPSHOT_EXISTS;
import static io.idaeus.api.ProblemType.SNAPSHOT_LEASED;
import static io.idaeus.api.ProblemType.SNAPSHOT_NOT_MANAGED;
import static io.idaeus.api.ProblemType.STAGING_OUTSIDE_ROOTS;
import static io.idaeus.api.ProblemType.UNKNOWN_KEYSPACE;
import static io.idaeus.api.ProblemType.UNKNOWN_SNAPSHOT;
import static io.idaeus.api.ProblemType.UNKNOWN_TABLE;
import static io.idaeus.api.ProblemType.UNKNOWN_TRANSFER;
import static io.idaeus.api.ProblemType.UNPROCESSABLE;
import static io.idaeus.api.ProblemType.UNSUPPORTED_MEDIA_TYPE;
import static io.idaeus.api.ProblemType.URI_TOO_LONG;

import io.idaeus.api.ProblemType;
import io.idaeus.it.ControlPlaneCalls.Answer;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Requests that only a real node shows to be wrong; unit tests cover the others. {@link ControlPlaneNode} says what the node
 * holds. Names in <code>${…}</code> stand for values of the test's node.
 */
final class ControlPlaneRefusals {
    private static final String SSTABLES = "/v1/sstables?keyspace=shop&table=users";
    private static final String ID = "0123456789abcdef0123456789abcdef";

    private ControlPlaneRefusals() {}

    /** @param said what the detail contains: the finding, the expectation, the remedy */
    record Refusal(
            String method,
            String path,
            @Nullable String body,
            List<String> headers,
            ProblemType type,
            List<String> said) {
        Answer sendTo(ControlPlaneCalls calls, UnaryOperator<String> resolve) {
            return calls.call(
                    method,
                    resolve.apply(path),
                    body == null ? null : resolve.apply(body),
                    headers.toArray(String[]::new));
        }

        Refusal with(String... more) {
            return new Refusal(method, path, body, List.of(more), type, said);
        }

        @Override
        public String toString() {
            String shown = body == null ? "" : " " + body.substring(0, Math.min(80, body.length()));
            return type.slug() + ": " + method + " " + path.substring(0, Math.min(120, path.length())) + shown;
        }
    }

    static Stream<Refusal> all() {
        return Stream.of(schema(), sstables(), snapshots(), leases(), transfers(), peers(), imports(), protocol())
                .flatMap(refusals -> refusals);
    }

    private static Stream<Refusal> schema() {
        return Stream.of(
                get("/v1/keyspaces/nope/tables/users", UNKNOWN_KEYSPACE, "nope"),
                get("/v1/keyspaces/nope/statements", UNKNOWN_KEYSPACE, "nope"),
                get("/v1/keyspaces/SHOP/tables/users", UNKNOWN_KEYSPACE, "SHOP"),
                get("/v1/keyspaces/shop/tables/nope", UNKNOWN_TABLE, "nope"),
                get("/v1/keyspaces/shop/tables/a.b", INVALID_REQUEST, "table: \"a.b\"", "expected"),
                get("/v1/ring?keyspace=nope", UNKNOWN_KEYSPACE, "nope"),
                get("/v1/ring?keyspace=", INVALID_REQUEST, "keyspace"),
                delete("/v1/keyspaces/a%20b/tables/users/cleanup-due", INVALID_REQUEST, "keyspace: \"a b\""));
    }

    private static Stream<Refusal> sstables() {
        String manifest = "/v1/snapshots/kept/manifest?keyspace=shop&table=";
        return Stream.of(
                get("/v1/sstables?keyspace=nope&table=users", UNKNOWN_KEYSPACE, "nope"),
                get("/v1/sstables?keyspace=shop&table=nope", UNKNOWN_TABLE, "nope"),
                get(SSTABLES + "&snapshot=nope", UNKNOWN_SNAPSHOT, "\"nope\""),
                get(SSTABLES.replace("users", "nope") + "&snapshot=kept", UNKNOWN_TABLE, "kept", "\"nope\""),
                get(SSTABLES + "&range=1", INVALID_RANGE, "\"1\"", "left:right"),
                get(SSTABLES + "&range=1:2&range=2:", INVALID_RANGE, "right token", "\"\""),
                get(SSTABLES + "&range=1:9223372036854775808", INVALID_RANGE, "9223372036854775808"),
                get(SSTABLES + "&overlap=contained", INVALID_REQUEST, "CONTAINED, PARTIAL, NONE"),
                get(SSTABLES + "&limit=", INVALID_REQUEST, "limit: found \"\"", "a whole number"),
                get(SSTABLES + "&limit=-1", INVALID_REQUEST, "limit: -1", "1 to 10000"),
                get(SSTABLES + "&after=nb-1-big", INVALID_REQUEST, "after: \"nb-1-big\"", "the previous page's next"),
                get(SSTABLES + "&after=cjAwMDA", INVALID_REQUEST, "after: \"cjAwMDA\"", "the previous page's next"),
                get(SSTABLES + "&snapshot=kept&snapshot=foreign", INVALID_REQUEST, "snapshot: found 2 times", "once"),
                get(SSTABLES + "&ranges=1:2", INVALID_REQUEST, "unknown query parameter \"ranges\"", "range"),
                get(manifest + "nope", UNKNOWN_TABLE, "kept", "\"nope\""),
                get(manifest + "users&range=x", INVALID_RANGE, "\"x\""),
                get(manifest + "users&after=nope", UNPROCESSABLE, "after: \"nope\"", "the previous page's next"),
                get(manifest.replace("kept", "nope") + "users", UNKNOWN_SNAPSHOT, "\"nope\""),
                post(
                        "/v1/snapshots/kept/slices",
                        "{'keyspace': 'shop', 'table': 'users', 'ranges': ['0:1'], 'sstables': ['nb-99-big']}",
                        NOT_FOUND,
                        "nb-99-big",
                        "a READY manifest"),
                post(
                        "/v1/snapshots/kept/slices",
                        "{'keyspace': 'shop', 'table': 'users', 'ranges': ['0'], 'sstables': ['nb-1-big']}",
                        INVALID_RANGE,
                        "\"0\""));
    }

    private static Stream<Refusal> snapshots() {
        String of = "/v1/snapshots";
        return Stream.of(
                post(of, "{'tag': 'kept', 'keyspace': 'shop'}", SNAPSHOT_EXISTS, "kept", "choose another"),
                post(of, "{'tag': 'foreign', 'keyspace': 'shop'}", SNAPSHOT_EXISTS, "foreign", "choose another"),
                post(of, "{'tag': '', 'keyspace': 'shop'}", INVALID_TAG, "tag: \"\"", "expected"),
                post(of, "{'tag': '../x', 'keyspace': 'shop'}", INVALID_TAG, "tag: \"../x\"", "expected"),
                post(of, "{'tag': 'n', 'keyspace': 'nope'}", UNKNOWN_KEYSPACE, "nope"),
                post(of, "{'tag': 'n', 'keyspace': 'system'}", UNPROCESSABLE, "system", "nodetool snapshot"),
                post(of, "{'tag': 'n', 'tables': []}", UNPROCESSABLE, "neither keyspace nor tables", "expected"),
                post(of, "{'tag': 'n', 'tables': [" + table("nope") + "]}", UNKNOWN_TABLE, "nope"),
                post(
                        of,
                        "{'tag': 'n', 'keyspace': 'shop', 'tables': [" + table("users") + "]}",
                        UNPROCESSABLE,
                        "both keyspace and tables"),
                post(of, "{'tag': 'n', 'keyspace': 'shop', 'ttl': '5s'}", UNPROCESSABLE, "ttl: 5s", "1m"),
                get(of + "/nope", UNKNOWN_SNAPSHOT, "\"nope\""),
                delete(of + "/nope", UNKNOWN_SNAPSHOT, "\"nope\""),
                delete(of + "/nope?force=true", UNKNOWN_SNAPSHOT, "\"nope\""),
                delete(of + "/foreign", SNAPSHOT_NOT_MANAGED, "foreign", "force"),
                delete(of + "/kept", SNAPSHOT_LEASED, "kept-for-a-test", "force"),
                delete(of + "/kept?force=yes", INVALID_REQUEST, "force: found \"yes\"", "true or false"),
                delete(of, METHOD_NOT_ALLOWED, "DELETE", "GET"),
                delete(of + "/", METHOD_NOT_ALLOWED, "DELETE", "GET"),
                delete(of + "/%20?force=true", INVALID_TAG, "tag: \" \""),
                delete(of + "/..%2F..?force=true", INVALID_TAG, "tag: \"../..\""));
    }

    private static Stream<Refusal> leases() {
        String of = "/v1/leases/";
        return Stream.of(
                put(of + "kept-for-a-test", "{'tag': 'other'}", ILLEGAL_STATE, "kept-for-a-test", "kept"),
                put(of + "new", "{}", INVALID_REQUEST, "tag is missing"),
                put(of + "new", "{'tag': ''}", INVALID_TAG, "tag: \"\""),
                put(of + "new", "{'tag': 'kept', 'ttl': '31d'}", UNPROCESSABLE, "ttl", "30d"),
                put(of + "new", "{'tag': 'kept', 'days': 3}", INVALID_REQUEST, "unknown field days", "ttl"),
                delete(of + "%2e%2e", INVALID_REQUEST, "lease id: \"..\"", "expected"),
                delete(of + "a%2Fb", INVALID_REQUEST, "\"a/b\"", "expected"));
    }

    private static Stream<Refusal> transfers() {
        String of = "/v1/transfers";
        return Stream.of(
                get(of + "/nope", UNKNOWN_TRANSFER, "nope"),
                get(of + "/nope/sstables", UNKNOWN_TRANSFER, "nope"),
                get(of + "/nope/events", UNKNOWN_TRANSFER, "nope"),
                new Refusal("POST", of + "/nope/cancel", null, List.of(), UNKNOWN_TRANSFER, List.of("nope")),
                new Refusal("POST", of + "/nope/pause", null, List.of(), UNKNOWN_TRANSFER, List.of("nope")),
                new Refusal("POST", of + "/nope/resume", null, List.of(), UNKNOWN_TRANSFER, List.of("nope")),
                get(of + "?state=completed", INVALID_REQUEST, "state: found \"completed\"", "COMPLETED"),
                post(
                                of,
                                transfer("9143", "'connectionsPerSource': 3"),
                                IDEMPOTENCY_KEY_REUSED,
                                "another body",
                                "another key")
                        .with("Idempotency-Key", "first"),
                post(of, transfer("9143", "'connectionsPerSource': 3"), INVALID_REQUEST, "Idempotency-Key", "255")
                        .with("Idempotency-Key", "k".repeat(256)),
                post(
                        of,
                        transfer("9143", "'connectionsPerSource': 0"),
                        INVALID_REQUEST,
                        "connectionsPerSource: 0",
                        "1 to 64"),
                post(of, transfer("9143", "'ranges': ['1:x']"), INVALID_RANGE, "ranges:", "\"x\""),
                post(of, transfer("9143", "'accept': ['ALL']"), INVALID_REQUEST, "accept: \"ALL\"", "CDC_TABLE"),
                post(of, transfer("9143", "'snapshot': ''"), INVALID_TAG, "snapshot: \"\""),
                post(of, transfer("9143", "'onPartialOverlap': 'include'"), INVALID_REQUEST, "SLICE, EXCLUDE, INCLUDE"),
                post(
                        of,
                        transfer("9143", "'speed': 5"),
                        INVALID_REQUEST,
                        "unknown field speed",
                        "connectionsPerSource"),
                post(
                        of,
                        transfer("9143", "'importOptions': {'copyData': true}"),
                        UNPROCESSABLE,
                        "importOptions.copyData"));
    }

    private static Stream<Refusal> peers() {
        String of = "/v1/transfers";
        String plan = "'dryRun': true";
        String other = "'hostId': '00000000-0000-0000-0000-000000000000', 'uri'";
        return Stream.of(
                post(of, transfer("9144", plan), PEER_NOT_ALLOWED, "${address}:9144", "add it to peers.allow"),
                post(of, transfer("22", plan), PEER_NOT_ALLOWED, "${address}:22"),
                post(of, transfer("9143/v1", plan), INVALID_REQUEST, "sources.uri", "http://host:port"),
                post(of, transfer("9143", plan).replace("http:", "https:"), UNPROCESSABLE, "TLS is not configured"),
                post(of, transfer("9143", plan).replace("${address}", "169.254.169.254"), PEER_NOT_ALLOWED, "169.254"),
                post(of, transfer("9143", plan).replace("'uri'", other), PEER_MISMATCH, "expected: 00000000"),
                post(of, transfer("9", plan), PEER_UNREACHABLE, "${address}:9"),
                post(of, transfer("9043", plan), UNPROCESSABLE, "this node's own sidecar", "another node's"),
                post(of, transfer("9143", plan).replace("users", "nope"), UNKNOWN_TABLE, "The destination", "nope"),
                post(of, transfer("9143", plan).replace("shop", "nope"), UNKNOWN_KEYSPACE, "The destination", "nope"));
    }

    private static Stream<Refusal> imports() {
        return Stream.of(
                imports("/tmp", STAGING_OUTSIDE_ROOTS, "/tmp", "${staging}"),
                imports("${data}", STAGING_OUTSIDE_ROOTS, "${data}", "${staging}"),
                imports("${staging}", STAGING_OUTSIDE_ROOTS, "${staging}"),
                imports("${staging}/../state", STAGING_OUTSIDE_ROOTS, "${staging}"),
                imports("${staging}/link", STAGING_OUTSIDE_ROOTS, "link", "${staging}"),
                imports("${staging}/link/shop", STAGING_OUTSIDE_ROOTS, "link", "${staging}"),
                imports("staging/x", INVALID_REQUEST, "an absolute path"),
                imports("${staging}/nope", UNPROCESSABLE, "nope does not exist", "expected"),
                imports("${staging}/bad/shop", UNPROCESSABLE, "shop/users-<32 hex digits>"),
                imports("${staging}/bad/shop/users-" + ID, UNPROCESSABLE, "holds no SSTable"),
                imports("${staging}/bad/shop/users-" + ID + "/../other-" + ID, UNPROCESSABLE, "users-<32 hex"),
                imports("${staging}/linked/shop/users-" + ID, UNPROCESSABLE, "holds nb-1-big-Data.db", "expected"),
                post(
                        "/v1/imports",
                        "{'keyspace': 'shop', 'table': 'nope', 'directories': ['${staging}/full/shop/nope-" + ID
                                + "']}",
                        UNKNOWN_TABLE,
                        "nope"));
    }

    private static Stream<Refusal> protocol() {
        String of = "/v1/snapshots";
        return Stream.of(
                get("/v2/node", NOT_FOUND, "/v2/node", "GET /docs"),
                put("/v1/node", "{}", METHOD_NOT_ALLOWED, "PUT", "GET"),
                post("/v1/leases", "{}", METHOD_NOT_ALLOWED, "POST", "GET"),
                post(of, "{'keyspace': ", INVALID_REQUEST, "line 1"),
                post(of, "", INVALID_REQUEST, "The body is missing"),
                post(of, "[".repeat(60_000), INVALID_REQUEST, "line 1"),
                post(of, "{'keyspace': 'shop'}", UNSUPPORTED_MEDIA_TYPE, "text/plain", "application/json")
                        .with("Content-Type", "text/plain"),
                post(of, "{'keyspace': '" + "x".repeat(70_000) + "'}", PAYLOAD_TOO_LARGE, "65536"),
                get("/v1/node?" + "x".repeat(1 << 20), URI_TOO_LONG, "1 MiB"),
                get("/v1/node", HEADERS_TOO_LARGE, "8 KiB").with("X-Long", "x".repeat(9_000)),
                get("/v1/node", FORBIDDEN, "http://evil.example").with("Origin", "http://evil.example"));
    }

    /** Request heads that no client library sends. */
    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of("GET /v1/snapshots/%zz HTTP/1.1\nHost: localhost\n", INVALID_REQUEST),
                Arguments.of("GET /v1/ring?keyspace=%e0%zz HTTP/1.1\nHost: localhost\n", INVALID_REQUEST),
                Arguments.of("GET /v1/node HTTP/1.1\nHost: evil.example\n", FORBIDDEN),
                Arguments.of("GET /v1/node HTTP/1.1\nHost: [\n", FORBIDDEN),
                Arguments.of("GET /v1/node HTTP/1.1\nHost: a b\n", FORBIDDEN),
                Arguments.of("BREW /v1/node HTTP/1.1\nHost: localhost\n", METHOD_NOT_ALLOWED),
                Arguments.of("GET /docs/../../../../etc/passwd HTTP/1.1\nHost: localhost\n", NOT_FOUND));
    }

    private static Refusal get(String path, ProblemType type, String... said) {
        return new Refusal("GET", path, null, List.of(), type, List.of(said));
    }

    private static Refusal delete(String path, ProblemType type, String... said) {
        return new Refusal("DELETE", path, null, List.of(), type, List.of(said));
    }

    private static Refusal put(String path, String body, ProblemType type, String... said) {
        return new Refusal("PUT", path, body.replace('\'', '"'), List.of(), type, List.of(said));
    }

    private static Refusal post(String path, String body, ProblemType type, String... said) {
        return new Refusal("POST", path, body.replace('\'', '"'), List.of(), type, List.of(said));
    }

    private static Refusal imports(String directory, ProblemType type, String... said) {
        String body = "{'keyspace': 'shop', 'table': 'users', 'directories': ['" + directory + "']}";
        return post("/v1/imports", body, type, said);
    }

    private static String transfer(String port, String more) {
        return "{'sources': [{'uri': 'http://${address}:" + port + "'}], 'tables': [" + table("users") + "], " + more
                + "}";
    }

    private static String table(String name) {
        return "{'keyspace': 'shop', 'table': '" + name + "'}";
    }
}
