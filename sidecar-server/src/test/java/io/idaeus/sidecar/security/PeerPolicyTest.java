/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerPolicyTest {
    private final Deque<InetAddress[]> answers = new ArrayDeque<>();
    private Set<InetAddress> ring = Set.of();

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, http://10.0.0.1:9043",
        "10.0.0.1:9043, http://10.0.0.1:9043/",
        "10.0.0.0/8, http://10.200.3.4:1234",
        "10.0.0.0/8:9043, http://10.200.3.4:9043",
        "2001:db8::1, http://[2001:db8::1]:9043",
        "[2001:db8::1]:9043, http://[2001:db8:0:0::1]:9043",
        "2001:db8::/32, http://[2001:db8:9::7]:9043",
        "127.0.0.1:9043, http://127.0.0.1:9043",
        "169.254.0.9, http://169.254.0.9:9043"
    })
    void whatTheListNamesIsAllowed(String entry, String uri) {
        AllowedPeer peer = policy(entry).allow(URI.create(uri));

        assertThat(peer.control().getAddress())
                .isEqualTo(literal(URI.create(uri).getHost()));
        assertThat(peer.control().getPort()).isEqualTo(URI.create(uri).getPort());
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, http://10.0.0.2:9043",
        "10.0.0.1:9043, http://10.0.0.1:9042",
        "10.0.0.0/8:9043, http://10.0.0.1:22",
        "0.0.0.0/0, http://127.0.0.1:9043",
        "0.0.0.0/0, http://127.9.9.9:9043",
        "0.0.0.0/0, http://169.254.169.254:80",
        "0.0.0.0/0, http://0.0.0.0:9043",
        "0.0.0.0/0, http://224.0.0.1:9043",
        "0.0.0.0/0, http://[::1]:9043",
        "::/0, http://[::1]:9043",
        "::/0, http://[::ffff:127.0.0.1]:9043",
        "::/0, http://[fe80::1]:9043",
        "0.0.0.0/0, http://2130706433:9043",
        "127.0.0.1:9043, http://127.0.0.1:9044"
    })
    void whatItDoesNotNameIsRefused(String entry, String uri) {
        assertRefused(() -> policy(entry).allow(URI.create(uri)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://10.0.0.1:9043",
                "file:///etc/passwd",
                "jar:http://10.0.0.1:9043!/",
                "//10.0.0.1:9043",
                "http:10.0.0.1",
                "http://10.0.0.1",
                "http://10.0.0.1:0",
                "http://10.0.0.1:70000",
                "http://user@10.0.0.1:9043",
                "http://10.0.0.1:9043@elsewhere:80",
                "http://10.0.0.1:9043/path",
                "http://10.0.0.1:9043?query",
                "http://10.0.0.1:9043#fragment",
                "http://127.1:9043",
                "mailto:a@b"
            })
    void whatIsNotTheAddressOfAControlPlaneIsMalformed(String uri) {
        assertThatThrownBy(() -> policy("10.0.0.0/8").allow(URI.create(uri)))
                .hasMessageContaining("malformed: " + uri)
                .hasMessageContaining("(expected: http://host:port")
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_REQUEST));
    }

    @Test
    void theRefusalSaysWhereToAddThePeer() {
        assertThatThrownBy(() -> policy("10.0.0.1").allow(URI.create("http://10.0.0.2:9043")))
                .hasMessageContaining("'10.0.0.2:9043'")
                .hasMessageContaining("add it to peers.allow in the configuration of this sidecar, and restart it");
    }

    @Test
    void aNameIsResolvedOnceAndItsAddressIsCalled() {
        answers.add(new InetAddress[] {literal("10.0.0.1")});
        answers.add(new InetAddress[] {literal("127.0.0.1")});

        AllowedPeer peer = policy("node1.example.org").allow(URI.create("http://Node1.example.org:9043"));

        assertThat(peer.uri()).hasToString("http://10.0.0.1:9043");
        assertThat(peer.control().getAddress()).isEqualTo(literal("10.0.0.1"));
        assertThat(peer.control().getHostString()).isEqualToIgnoringCase("node1.example.org");
        assertThat(answers).hasSize(1);
    }

    @Test
    void anAllowedNameDoesNotLeadToThisMachine() {
        answers.add(new InetAddress[] {literal("127.0.0.1")});
        assertRefused(() -> policy("node1.example.org").allow(URI.create("http://node1.example.org:9043")));

        answers.add(new InetAddress[] {literal("127.0.0.1")});
        assertThat(policy("localhost")
                        .allow(URI.create("http://localhost:9043"))
                        .uri())
                .hasToString("http://127.0.0.1:9043");
    }

    @Test
    void aNameIsAllowedByTheNetworkItIsIn() {
        answers.add(new InetAddress[] {literal("192.0.2.1"), literal("10.0.0.7")});

        assertThat(policy("10.0.0.0/8")
                        .allow(URI.create("http://anything.example.org:9043"))
                        .uri())
                .hasToString("http://10.0.0.7:9043");
    }

    @Test
    void aNameThatCannotBeResolvedIsAPeerThatDoesNotAnswer() {
        assertThatThrownBy(() -> policy("node1.example.org").allow(URI.create("http://node1.example.org:9043")))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.PEER_UNREACHABLE))
                .hasMessageContaining("'node1.example.org'");
    }

    @Test
    void withoutTlsOnlyHttpIsCalled() {
        assertThatThrownBy(() -> policy("10.0.0.0/8").allow(URI.create("https://10.0.0.1:9043")))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNPROCESSABLE))
                .hasMessageContaining("http://host:port, since TLS is not configured at this sidecar");
    }

    @Test
    void withTlsOnlyHttpsIsCalledAndByName() {
        answers.add(new InetAddress[] {literal("10.0.0.1")});
        PeerPolicy policy = policy(new PeerRules(List.of("node1.example.org"), false, 0, 0, false, true));

        AllowedPeer peer = policy.allow(URI.create("https://node1.example.org:9043"));

        assertThat(peer.uri()).hasToString("https://node1.example.org:9043");
        assertThat(peer.control().getAddress()).isEqualTo(literal("10.0.0.1"));
        assertThatThrownBy(() -> policy.allow(URI.create("http://node1.example.org:9043")))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNPROCESSABLE))
                .hasMessageContaining("https://host:port, since TLS is configured at this sidecar");
    }

    @Test
    void nodesOfTheRingArePeersOnTheirControlPort() {
        ring = Set.of(literal("10.0.0.1"), literal("127.0.0.2"));
        PeerPolicy strict = policy(new PeerRules(List.of(), true, 9043, 0, false, false));

        assertThat(strict.allow(URI.create("http://10.0.0.1:9043")).uri()).hasToString("http://10.0.0.1:9043");
        assertRefused(() -> strict.allow(URI.create("http://10.0.0.1:7199")));
        assertRefused(() -> strict.allow(URI.create("http://10.0.0.2:9043")));
        assertRefused(() -> strict.allow(URI.create("http://127.0.0.2:9043")));

        PeerPolicy oneMachine = policy(new PeerRules(List.of(), true, 9043, 0, true, false));
        assertThat(oneMachine.allow(URI.create("http://127.0.0.2:9043")).uri()).hasToString("http://127.0.0.2:9043");
        PeerPolicy noRing = policy(new PeerRules(List.of(), false, 0, 0, false, false));
        assertRefused(() -> noRing.allow(URI.create("http://10.0.0.1:9043")));
    }

    /** Cassandra did not answer in time. */
    @Test
    void whileTheRingIsUnknownItSaysSo() {
        PeerPolicy ringAlone = policy(new PeerRules(List.of(), true, 9043, 0, false, false));

        assertThatThrownBy(() -> ringAlone.allow(URI.create("http://10.0.0.1:9043")))
                .hasMessageContaining("its Cassandra does not tell the nodes of its ring now")
                .hasMessageContaining("Try again once Cassandra answers");

        ring = Set.of(literal("10.0.0.2"));
        assertThatThrownBy(() -> ringAlone.allow(URI.create("http://10.0.0.1:9043")))
                .hasMessageContaining("nor a node of its ring");
    }

    @Test
    void theDataPlaneIsWhereThePeerIsOrAtAnotherPeer() {
        PeerPolicy policy = policy("10.0.0.1:9043", "10.1.0.0/16");
        AllowedPeer peer = policy.allow(URI.create("http://10.0.0.1:9043"));

        assertThat(policy.allowDataPlane(peer, "10.0.0.1", 9044)).isEqualTo(socket("10.0.0.1", 9044));
        assertThat(policy.allowDataPlane(peer, "0.0.0.0", 9044)).isEqualTo(socket("10.0.0.1", 9044));
        assertThat(policy.allowDataPlane(peer, "10.1.2.3", 9044)).isEqualTo(socket("10.1.2.3", 9044));
        assertRefused(() -> policy.allowDataPlane(peer, "127.0.0.1", 9044));
        assertRefused(() -> policy.allowDataPlane(peer, "169.254.169.254", 80));
        assertRefused(() -> policy.allowDataPlane(peer, "10.2.0.1", 9044));
        assertRefused(() -> policy.allowDataPlane(peer, "10.0.0.1", 0));
        assertRefused(() -> policy.allowDataPlane(peer, "10.0.0.1", 70_000));
    }

    @Test
    void aPeerDoesNotChooseThePortOfItsDataPlane() {
        ring = Set.of(literal("10.9.0.1"));
        answers.add(new InetAddress[] {literal("10.5.0.1")});
        PeerPolicy policy = policy(new PeerRules(
                List.of(
                        "10.0.0.1",
                        "10.1.0.0/16",
                        "10.2.0.1:19044",
                        "node5.example.org:19044",
                        "node5.example.org:9043"),
                true,
                9043,
                9044,
                false,
                false));
        AllowedPeer peer = policy.allow(URI.create("http://10.0.0.1:9043"));

        assertThat(policy.allowDataPlane(peer, "10.0.0.1", 9044)).isEqualTo(socket("10.0.0.1", 9044));
        for (String host : List.of("10.0.0.1", "0.0.0.0", "10.1.2.3", "10.9.0.1")) {
            assertRefused(() -> policy.allowDataPlane(peer, host, 9042));
        }
        assertThat(policy.allowDataPlane(peer, "10.2.0.1", 19044)).isEqualTo(socket("10.2.0.1", 19044));
        assertRefused(() -> policy.allowDataPlane(peer, "10.2.0.1", 19043));
        AllowedPeer byName = policy.allow(URI.create("http://node5.example.org:9043"));
        assertThat(policy.allowDataPlane(byName, "10.5.0.1", 19044)).isEqualTo(socket("10.5.0.1", 19044));
        assertThatThrownBy(() -> policy.allowDataPlane(peer, "10.0.0.1", 9042))
                .hasMessageContainingAll("port 9042", "9044", "peers.dataPort", "peers.allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":9043",
                "10.0.0.1:0",
                "10.0.0.1:99999",
                "10.0.0.0/33",
                "10.0.0.256",
                "::/129",
                "a b",
                "http://a",
                "[::1",
                "10.0.0.0/8/9",
                "10.0.0",
                "node1:port",
                "name/8"
            })
    void aMalformedEntryIsRefusedAtStart(String entry) {
        assertThatThrownBy(() -> policy(entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + entry + "'");
    }

    private PeerPolicy policy(String... allowed) {
        return policy(new PeerRules(List.of(allowed), false, 0, 0, false, false));
    }

    private PeerPolicy policy(PeerRules rules) {
        return new PeerPolicy(rules, () -> ring, this::resolve);
    }

    private InetAddress[] resolve(String host) throws UnknownHostException {
        if (host.chars().anyMatch(Character::isLetter) && !host.contains(":")) {
            if (answers.isEmpty()) {
                throw new UnknownHostException(host);
            }
            return answers.remove();
        }
        return InetAddress.getAllByName(host);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                .isEqualTo(ProblemType.PEER_NOT_ALLOWED));
    }

    private static InetSocketAddress socket(String address, int port) {
        return new InetSocketAddress(literal(address), port);
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
