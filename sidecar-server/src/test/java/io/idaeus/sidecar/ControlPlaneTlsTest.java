/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idaeus.client.PemTls;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Who may call a control plane that speaks TLS. */
class ControlPlaneTlsTest {
    private static Certificates authority;
    private static TlsPaths own;
    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        authority = new Certificates(directory, "Idaeus");
        own = authority.issue("CN=sidecar");
        Path list = Files.writeString(
                directory.resolve("access.yaml"), "grants: [{role: reader, to: ['CN=operator,O=Ilium']}]");
        String yaml = """
                tls:
                  certificate: %s
                  key: %s
                  trust: %s
                access: {list: %s}
                """.formatted(own.certificate(), own.key(), own.trust(), list);
        sidecar = RunningSidecar.start(directory, yaml, client(authority.issue("CN=operator,O=Ilium")));
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void aCallerOnTheListMayCall() throws Exception {
        assertThat(sidecar.uri("").getScheme()).isEqualTo("https");
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
        assertThat(sidecar.get("/docs/").status()).isEqualTo(200);
    }

    @Test
    void aTrustedCallerWhoIsNotOnTheListMayNot() throws Exception {
        var answer = call(client(authority.issue("CN=operator,O=Achaia")), "/v1/transfers");

        assertThat(answer.problem()).isEqualTo("forbidden");
        assertThat(answer.detail()).contains("Achaia");
    }

    @Test
    void aCallerWithoutACertificateMayOnlyAskForHealth() throws Exception {
        HttpClient nobody =
                HttpClient.newBuilder().sslContext(trusting(own.trust())).build();

        assertThat(call(nobody, "/v1/transfers").problem()).isEqualTo("unauthenticated");
        assertThat(call(nobody, "/v1/transfers").status()).isEqualTo(401);
        assertThat(call(nobody, "/metrics").problem()).isEqualTo("unauthenticated");
        assertThat(call(nobody, "/nothing").problem()).isEqualTo("unauthenticated");
        assertThat(call(nobody, "/docs/").problem()).isEqualTo("unauthenticated");
        assertThat(call(nobody, "/health/../v1/transfers").status()).isNotEqualTo(200);
        assertThat(call(nobody, "/health/liveness").status()).isEqualTo(200);
    }

    @Test
    void aCertificateOfAnotherIssuerIsRefusedInTheHandshake() throws Exception {
        X509Bundle forged = new CertificateBuilder()
                .subject("CN=operator,O=Ilium")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {new Insistent(forged)}, trust(own.trust()).getTrustManagers(), null);
        HttpClient forger = HttpClient.newBuilder().sslContext(context).build();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> call(forger, "/health/liveness"));
    }

    @Test
    void plainHttpIsNotSpoken() {
        URI plain = URI.create(sidecar.uri("/health/liveness").toString().replace("https", "http"));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(plain).build(), BodyHandlers.ofString()));
    }

    @Test
    void aRefusedCertificateIsOneLineInTheLog() throws Exception {
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=stranger")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {new Insistent(stranger)}, trust(own.trust()).getTrustManagers(), null);
        HttpClient client = HttpClient.newBuilder().sslContext(context).build();
        Logger log = (Logger) LoggerFactory.getLogger("io.idaeus.sidecar.security.RefusedCallers");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> call(client, "/health/liveness"));
            }
        } finally {
            log.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("refused the certificate of the caller at 127.0.0.1")
                        .contains("CN=stranger (issued by CN=stranger)")
                        .contains("its issuer is not trusted (trusted: CN=Idaeus)"));
    }

    @Test
    void aCertificateThatWasWithheldIsNamedByTheClient(@TempDir Path directory) throws Exception {
        TlsPaths stranger = new Certificates(directory, "Other").issue("CN=me");
        SidecarClient client = SidecarClient.builder(sidecar.uri(""))
                .tls(PemTls.context(own.trust(), stranger.certificate(), stranger.key()))
                .build();

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(refused -> assertThat(refused.problem().detail())
                        .contains(stranger.certificate() + ", CN=me (issued by CN=Other), was not sent")
                        .contains("the sidecar trusts other issuers: CN=Idaeus"));
    }

    private static RunningSidecar.Answer call(HttpClient client, String path) throws Exception {
        return new RunningSidecar.Answer(client.send(sidecar.request(path).build(), BodyHandlers.ofString()));
    }

    private static HttpClient client(TlsPaths identity) {
        return HttpClient.newBuilder()
                .sslContext(TlsContexts.load(identity).jdk())
                .build();
    }

    private static SSLContext trusting(Path authority) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust(authority).getTrustManagers(), null);
        return context;
    }

    private static TrustManagerFactory trust(Path authority) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust;
    }

    /** Shows its certificate whomever the server says it believes; the JDK would keep it to itself. */
    private static final class Insistent extends X509ExtendedKeyManager {
        private final X509Bundle bundle;

        Insistent(X509Bundle bundle) {
            this.bundle = bundle;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return "forged";
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "forged";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return bundle.getCertificatePath();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return bundle.getKeyPair().getPrivate();
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"forged"};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException("a client has no server alias");
        }
    }
}
