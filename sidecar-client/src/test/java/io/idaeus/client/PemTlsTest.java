/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemTlsTest {

    @TempDir
    private static Path directory;

    private static Certificates server;
    private static Certificates client;

    @BeforeAll
    static void make() throws Exception {
        server = Certificates.make(directory, "server", "RSA");
        client = Certificates.make(directory, "client", "EC");
    }

    @Test
    void bothSidesProveWhoTheyAre() {
        try (FakeSidecar sidecar = secured()) {
            sidecar.on("GET /v1/node", 200, Answers.NODE);
            SSLContext tls = PemTls.context(server.certificate(), client.certificate(), client.key());
            assertThat(connect(sidecar.uri(), tls).node().cluster()).isEqualTo("Ilium");
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNotTrusted() {
        try (FakeSidecar sidecar = secured()) {
            SSLContext tls = PemTls.context(client.certificate(), client.certificate(), client.key());
            assertThatExceptionOfType(SidecarUnreachableException.class)
                    .isThrownBy(() -> connect(sidecar.uri(), tls).node())
                    .withMessageContaining("TLS failed");
            assertThat(sidecar.received()).isEmpty();
        }
    }

    @Test
    void aClientWithoutACertificateIsTurnedAway() {
        try (FakeSidecar sidecar = secured()) {
            SSLContext tls = PemTls.context(server.certificate(), null, null);
            assertThatExceptionOfType(SidecarUnreachableException.class)
                    .isThrownBy(() -> connect(sidecar.uri(), tls).node())
                    .withMessageContaining("TLS");
            assertThat(sidecar.received()).isEmpty();
        }
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        Certificates other = Certificates.make(directory, "other", "EC");
        refused(null, client.certificate(), other.key(), "other.key is not the key of");
        refused(null, client.certificate(), server.key(), "holds no EC key");
    }

    @Test
    void filesThatAreNotWhatTheyShouldBeAreNamed() throws Exception {
        Path text = Files.writeString(directory.resolve("text.pem"), "hello");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path pkcs1 = Certificates.pem(directory.resolve("pkcs1.pem"), "RSA PRIVATE KEY", new byte[] {1});
        Path encrypted = Certificates.pem(directory.resolve("encrypted.pem"), "ENCRYPTED PRIVATE KEY", new byte[] {1});
        Path garbage = Certificates.pem(directory.resolve("garbage.pem"), "PRIVATE KEY", new byte[] {1});
        refused(text, null, null, "text.pem holds no");
        refused(empty, null, null, "empty.pem holds no certificate");
        refused(directory.resolve("absent"), null, null, "absent cannot be read");
        refused(null, client.certificate(), directory.resolve("absent"), "absent cannot be read");
        refused(null, client.certificate(), text, "text.pem holds no private key");
        refused(null, client.certificate(), pkcs1, "pkcs1.pem holds no readable private key");
        refused(null, client.certificate(), encrypted, "encrypted.pem holds no readable private key");
        refused(null, client.certificate(), garbage, "garbage.pem holds no readable private key");
        refused(null, client.certificate(), null, "go together");
        refused(null, null, client.key(), "go together");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PemTls.context(null, null, null, text))
                .withMessageContaining("A key password without a key");
    }

    private static void refused(Path authorities, Path certificate, Path key, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PemTls.context(authorities, certificate, key))
                .withMessageContaining(message);
    }

    private static FakeSidecar secured() {
        return FakeSidecar.startTls(PemTls.context(client.certificate(), server.certificate(), server.key()));
    }

    private static SidecarClient connect(URI uri, SSLContext tls) {
        return SidecarClient.builder(uri).tls(tls).build();
    }

    @Test
    void ofAServerThatIsNotTrustedItSaysWhoseCertificateItIsAndWhatIsTrusted() {
        try (FakeSidecar sidecar = secured()) {
            SSLContext tls = PemTls.context(client.certificate(), client.certificate(), client.key());
            assertThatExceptionOfType(SidecarUnreachableException.class)
                    .isThrownBy(() -> connect(sidecar.uri(), tls).node())
                    .withMessageContaining("the sidecar's certificate, CN=server (issued by CN=server), is rejected")
                    .withMessageContaining("its issuer is not trusted (trusted: CN=client)")
                    .withMessageContaining("--cacert")
                    .satisfies(e -> assertThat(e).hasMessageNotContaining("sun.security"));
        }
    }

    @Test
    void aCertificateThatWasWithheldIsNamedWithWhatTheServerTrusts() throws Exception {
        Certificates other = Certificates.make(directory, "stranger", "EC");
        try (FakeSidecar sidecar = secured()) {
            SSLContext tls = PemTls.context(server.certificate(), other.certificate(), other.key());
            assertThatExceptionOfType(SidecarUnreachableException.class)
                    .isThrownBy(() -> connect(sidecar.uri(), tls).node())
                    .withMessageContaining(other.certificate() + ", CN=stranger (issued by CN=stranger), was not sent")
                    .withMessageContaining("the sidecar trusts other issuers: CN=client");
        }
    }
}
