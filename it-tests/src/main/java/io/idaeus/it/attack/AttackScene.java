/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.PemTls;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarUnreachableException;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.harness.sidecar.TokenIssuer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Two one-node clusters of Cassandra 5.0, a sidecar beside each, with TLS on both planes, an access list and tokens.
 * There is a caller for each role, and one without any.
 */
final class AttackScene implements AutoCloseable {
    static final List<String> ROLES = List.of("reader", "operator", "admin", "peer", "metrics");

    /** The operator of the legitimate transfers, so that quotas of others are not its own. */
    static final String DISPATCHER = "dispatcher";

    /** Has a valid certificate, and no role. */
    static final String STRANGER = "stranger";

    /** The destination accepts transfers from it. */
    static final String HOSTILE_ADDRESS = "127.66.6.6";

    static final PayloadTable TABLE = new PayloadTable("shop", "orders", 16_000, 16_384);

    private static final int SSTABLE_MIB = 32;

    // Opening ten thousand connections takes a few seconds.
    private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(30);

    private final Authority authority;
    private final TokenIssuer tokens;
    private final Map<String, Authority.Identity> identities = new TreeMap<>();
    private final Pair pair;

    private AttackScene(Path directory) {
        authority = new Authority(directory.resolve("certificates"));
        tokens = TokenIssuer.in(directory);
        Map<String, List<String>> grants = new TreeMap<>();
        for (String role : ROLES) {
            identities.put(role, authority.issue("CN=" + role, "127.0.0.1"));
            grants.put(role, List.of("CN=" + role, "token:" + role));
        }
        identities.put(STRANGER, authority.issue("CN=" + STRANGER, "127.0.0.1"));
        identities.put(DISPATCHER, authority.issue("CN=" + DISPATCHER, "127.0.0.1"));
        grants.put("operator", List.of("CN=operator", "token:operator", "CN=" + DISPATCHER));
        grants.put("peer", List.of("CN=peer", "token:peer", "CN=sidecar of *"));
        Path list = authority.accessList(grants);
        pair = Pair.in(directory)
                .operator(identity("operator"))
                .sidecars(sidecar -> secured(sidecar, list))
                .destinationSidecar(sidecar -> sidecar.allowPeers(HOSTILE_ADDRESS)
                        .set("transfers.peerTimeout", "5s")
                        .set("transfers.retryFor", "20s")
                        .set("transfers.pieceSize", "4MiB"))
                .start();
        TABLE.load(pair.source(), SSTABLE_MIB);
        TABLE.create(pair.destination().cql());
    }

    static AttackScene open() {
        return new AttackScene(Workspace.own("attack"));
    }

    private SidecarProcess.Builder secured(SidecarProcess.Builder sidecar, Path list) {
        return sidecar.identity(authority, "CN=sidecar of a node")
                .http(identity("operator").http())
                .set("access.list", list)
                .set("access.tokens.keys", tokens.keys())
                .set("access.tokens.issuer", TokenIssuer.ISSUER)
                .set("snapshots.reaperInterval", "1s")
                .optimizing();
    }

    /** @param caller a role, or {@link #STRANGER} */
    Authority.Identity identity(String caller) {
        Authority.Identity identity = identities.get(caller);
        if (identity == null) {
            throw new IllegalArgumentException("no caller is named " + caller);
        }
        return identity;
    }

    /** A certificate of the sidecars' authority. */
    Authority.Identity issue(String subject, String address) {
        return authority.issue(subject, address);
    }

    /** Trusts the sidecars. */
    HttpClient withoutCertificate() {
        return HttpClient.newBuilder()
                .sslContext(PemTls.context(identity(STRANGER).trust(), null, null))
                .build();
    }

    TokenIssuer tokens() {
        return tokens;
    }

    CassandraNode source() {
        return pair.source();
    }

    CassandraNode destination() {
        return pair.destination();
    }

    SidecarProcess sourceSidecar() {
        return pair.sourceSidecar();
    }

    SidecarProcess destinationSidecar() {
        return pair.destinationSidecar();
    }

    /** Connected, as {@link #connected} says. */
    SidecarClient client(SidecarProcess sidecar, String caller) {
        return connected(SidecarClient.builder(sidecar.restUri())
                .tls(identity(caller).ssl())
                .build());
    }

    /** The client, once it has made a first call. */
    SidecarClient connected(SidecarClient client) {
        reached(client::node);
        return client;
    }

    /**
     * Makes a call, and repeats it while the connection breaks. Beside thousands of connections from the same address, a new
     * one may have to make room before its caller is known.
     */
    static <T> T reached(Supplier<T> call) {
        AttackDeadline deadline = AttackDeadline.in(CONNECTED_WITHIN);
        while (true) {
            try {
                return call.get();
            } catch (SidecarUnreachableException e) {
                if (deadline.isOver()) {
                    throw e;
                }
            }
        }
    }

    /** The whole table from the source. */
    TransferRequest request() {
        return pair.request(TABLE.ref());
    }

    @Override
    public void close() {
        pair.close();
    }
}
