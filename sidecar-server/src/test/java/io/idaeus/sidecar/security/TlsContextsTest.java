/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.config.TlsPaths;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsContextsTest {
    @TempDir
    Path directory;

    @Test
    void boringsslEncryptsWhereItLoads() throws Exception {
        TlsContexts contexts = TlsContexts.load(new Certificates(directory, "ca").issue("CN=a"));

        assertThat(contexts.provider()).isEqualTo(SslProvider.OPENSSL);
        assertThat(contexts.server().isServer()).isTrue();
        assertThat(contexts.client().isClient()).isTrue();
        assertThat(contexts.jdk().getProtocol()).startsWith("TLS");
    }

    /** Both have the fast cipher first; a boringssl server would let another caller choose among those of AES. */
    @ParameterizedTest
    @CsvSource({"JDK, JDK", "JDK, OPENSSL", "OPENSSL, JDK", "OPENSSL, OPENSSL"})
    void twoSidecarsAgreeOnAes128WhereTheCpuHasAes(SslProvider server, SslProvider client) throws Exception {
        assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains(" aes"), "a CPU that has AES");
        Certificates authority = new Certificates(directory, "ca");

        SSLSession session = handshake(
                TlsContexts.load(authority.issue("CN=a"), server), TlsContexts.load(authority.issue("CN=b"), client));

        assertThat(session.getProtocol()).isEqualTo("TLSv1.3");
        assertThat(session.getCipherSuite()).isEqualTo("TLS_AES_128_GCM_SHA256");
    }

    @Test
    void aKeyThatBoringsslWouldNotUseIsRefused() throws Exception {
        TlsPaths edwards = new Certificates(directory, "ca")
                .issue(new CertificateBuilder()
                        .subject("CN=a")
                        .addSanIpAddress("127.0.0.1")
                        .algorithm(CertificateBuilder.Algorithm.ed25519));
        assertThatThrownBy(() -> TlsContexts.load(edwards))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(edwards.certificate() + " has a key of type EdDSA (expected: RSA or EC)");
    }

    private static SSLSession handshake(TlsContexts here, TlsContexts there) {
        SslHandler server = here.server().newHandler(UnpooledByteBufAllocator.DEFAULT);
        SslHandler client = there.client().newHandler(UnpooledByteBufAllocator.DEFAULT, "127.0.0.1", 1);
        EmbeddedChannel one = new EmbeddedChannel(server);
        EmbeddedChannel other = new EmbeddedChannel(client);
        try {
            for (int i = 0; i < 100 && !server.handshakeFuture().isDone(); i++) {
                carry(other, one);
                carry(one, other);
            }
            assertThat(server.handshakeFuture().isSuccess()).isTrue();
            return client.engine().getSession();
        } finally {
            one.finishAndReleaseAll();
            other.finishAndReleaseAll();
        }
    }

    private static void carry(EmbeddedChannel from, EmbeddedChannel to) {
        for (Object message = from.readOutbound(); message != null; message = from.readOutbound()) {
            to.writeInbound(message);
        }
    }

    @Test
    void readsAnEncryptedKeyWithItsPassword() throws Exception {
        TlsPaths plain = new Certificates(directory, "ca").issue("CN=a");
        TlsPaths encrypted = Certificates.encrypted(plain, "open sesame");

        assertThat(Files.readString(encrypted.key())).contains("BEGIN ENCRYPTED PRIVATE KEY");
        assertThat(TlsContexts.load(encrypted).material().identity().key())
                .isEqualTo(TlsContexts.load(plain).material().identity().key());
    }

    @Test
    void aMissingFileIsNamed() throws Exception {
        TlsPaths good = new Certificates(directory, "ca").issue("CN=a");
        Path missing = directory.resolve("missing.pem");

        assertThatThrownBy(() -> TlsContexts.load(new TlsPaths(missing, good.key(), good.trust())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.pem");
    }

    @Test
    void whatIsNotPemIsRefused() throws Exception {
        TlsPaths good = new Certificates(directory, "ca").issue("CN=a");
        Path noise = Files.writeString(directory.resolve("noise.pem"), "noise");

        assertThatThrownBy(() -> TlsContexts.load(new TlsPaths(noise, good.key(), good.trust())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TlsContexts.load(new TlsPaths(good.certificate(), noise, good.trust())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TlsContexts.load(new TlsPaths(good.certificate(), good.key(), noise)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        Certificates authority = new Certificates(directory, "ca");
        TlsPaths one = authority.issue("CN=a");
        TlsPaths other = authority.issue("CN=b");

        assertThatThrownBy(() -> TlsContexts.load(new TlsPaths(one.certificate(), other.key(), one.trust())))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
