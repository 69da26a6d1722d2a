/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.config.TlsPaths;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which lists of {@code tls.crl} are used, and what they refuse. */
class RevocationListTest {
    @TempDir
    Path directory;

    private Certificates authority;
    private TlsPaths own;
    private TlsPaths caller;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "authority");
        own = authority.issue("CN=own");
        caller = authority.issue("CN=caller");
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void bothEndsRefuseARevokedCertificate(SslProvider provider) throws Exception {
        TlsContexts plain = TlsContexts.load(caller, provider);
        TlsContexts checking = TlsContexts.load(with(authority.revoke(caller)), provider);

        assertThat(agree(checking, TlsContexts.load(authority.issue("CN=other"), provider)))
                .isTrue();
        assertThat(agree(checking, plain)).as("a caller").isFalse();
        assertThat(agree(plain, checking)).as("a peer that is called").isFalse();
    }

    /** It says nothing of what was revoked since. */
    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void anExpiredListRefusesEveryCertificate(SslProvider provider) throws Exception {
        TlsPaths settings = with(authority.revoke(Instant.now().minus(Duration.ofHours(1))));
        try (LiveTls live = LiveTls.open(settings, Clock.systemUTC())) {
            assertThat(live.current().material().certificate()).isNotNull();
        }

        assertThat(agree(TlsContexts.load(settings, provider), TlsContexts.load(caller, provider)))
                .isFalse();
    }

    @Test
    void anExpiredListDoesNotReplaceAGoodOne() throws Exception {
        Path list = mount(authority.revoke());
        try (LiveTls live = LiveTls.open(with(list), Clock.systemUTC())) {
            replace(list, authority.revoke(Instant.now().minus(Duration.ofHours(1)), caller));
            live.reload();
            assertThat(live.refusals()).isEqualTo(1);
            assertThat(live.changes()).isZero();

            replace(list, authority.revoke(caller));
            live.reload();
            assertThat(live.changes()).isEqualTo(1);
        }
    }

    @Test
    void aListFromTheFutureDoesNotReplaceAGoodOne() throws Exception {
        Path list = mount(authority.revoke());
        try (LiveTls live = LiveTls.open(with(list), Clock.systemUTC())) {
            // A list begins thirty days before it ends.
            replace(list, authority.revoke(Instant.now().plus(Duration.ofDays(31)), caller));
            live.reload();
            assertThat(live.refusals()).isEqualTo(1);
            assertThat(live.changes()).isZero();
        }
    }

    /** Otherwise nobody could renew a certificate while the list is late. */
    @Test
    void anExpiredListInUseLetsCertificatesBeRenewed() throws Exception {
        MountedCertificates mounted = MountedCertificates.in(Files.createDirectory(directory.resolve("mount")), own);
        Path list = authority.revoke(Instant.now().minus(Duration.ofHours(1)));
        TlsPaths settings = with(mounted.files(), list);
        try (LiveTls live = LiveTls.open(settings, Clock.systemUTC())) {
            mounted.replace(caller);
            live.reload();
            assertThat(live.changes()).isEqualTo(1);
        }
    }

    @Test
    void whatIsNoListIsRefused() throws Exception {
        Path certificate = own.certificate();
        assertRefused(with(certificate), certificate + " holds no revocation list (expected: PEM, \"X509 CRL\")");
        Path noise = Files.writeString(directory.resolve("noise.pem"), "noise");
        assertRefused(with(noise), noise + " holds no revocation list (expected: PEM, \"X509 CRL\")");
        Path half = directory.resolve("half.pem");
        String whole = Files.readString(authority.revoke());
        Files.writeString(half, whole.substring(0, whole.length() - 40));
        assertRefused(with(half), half + " ends within a block (expected: -----END …-----)");
        Files.writeString(half, "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsContexts.load(with(half)))
                .withMessageStartingWith(half + " holds no readable revocation list (expected: PEM): ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsContexts.load(with(directory.resolve("missing"))))
                .withMessageStartingWith(directory.resolve("missing") + " cannot be read: ");
    }

    @Test
    void aListOfAnotherIssuerIsRefused() throws Exception {
        Path foreign = new Certificates(directory, "foreign").revoke();
        assertRefused(
                with(foreign),
                foreign + " holds a list of CN=foreign (expected: only lists that an authority in tls.trust signed)");
    }

    /** It has the right name, and another key. */
    @Test
    void aForgedListIsRefused() throws Exception {
        Path forged = new Certificates(directory, "authority").revoke();
        assertRefused(
                with(forged),
                forged + " holds a list of CN=authority (expected: only lists that an authority in tls.trust signed)");
    }

    @Test
    void eachAuthorityNeedsAList() throws Exception {
        Certificates second = new Certificates(directory, "second");
        Path both = Files.writeString(
                directory.resolve("both.pem"),
                Files.readString(own.trust())
                        + Files.readString(second.issue("CN=x").trust()));
        Path lists = mount(authority.revoke());
        TlsPaths settings = new TlsPaths(own.certificate(), own.key(), null, both, lists);
        assertRefused(
                settings,
                lists
                        + " has no list of CN=second, which is in tls.trust (expected: one of each authority; an empty one"
                        + " where it revoked nothing)");

        Files.writeString(lists, Files.readString(lists) + Files.readString(second.revoke(caller)));
        assertThat(TlsContexts.load(settings).material().trust()).hasSize(2);
    }

    private static void assertRefused(TlsPaths settings, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsContexts.load(settings))
                .withMessage(message);
    }

    private TlsPaths with(Path crl) {
        return with(own, crl);
    }

    private static TlsPaths with(TlsPaths settings, Path crl) {
        return new TlsPaths(settings.certificate(), settings.key(), null, settings.trust(), crl);
    }

    private Path mount(Path list) throws Exception {
        return Files.copy(list, directory.resolve("crl.pem"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void replace(Path list, Path by) throws Exception {
        Files.copy(by, list, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether a server and a client complete their handshake. */
    private static boolean agree(TlsContexts here, TlsContexts there) {
        SslHandler server = here.server().newHandler(UnpooledByteBufAllocator.DEFAULT);
        SslHandler client = there.client().newHandler(UnpooledByteBufAllocator.DEFAULT, "127.0.0.1", 1);
        EmbeddedChannel one = new EmbeddedChannel(server);
        EmbeddedChannel other = new EmbeddedChannel(client);
        try {
            for (int i = 0; i < 100 && !server.handshakeFuture().isDone(); i++) {
                carry(other, one);
                carry(one, other);
            }
            return server.handshakeFuture().isSuccess()
                    && client.handshakeFuture().isSuccess();
        } finally {
            Future<?> unused = one.close();
            Future<?> unusedToo = other.close();
        }
    }

    private static void carry(EmbeddedChannel from, EmbeddedChannel to) {
        for (Object message = from.readOutbound(); message != null; message = from.readOutbound()) {
            try {
                if (to.isOpen()) {
                    to.writeInbound(message);
                } else {
                    ReferenceCountUtil.release(message);
                }
            } catch (DecoderException refused) {
                // The handshake's future tells.
            }
        }
    }
}
