/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.sidecar;

import io.idaeus.client.PemTls;
import io.idaeus.it.harness.cassandra.NodeTls;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Issues certificates to sidecars and their callers, and writes access lists of them. */
public final class Authority {
    private static final String STORES = "of-stores";

    private final Path directory;
    private final X509Bundle root;

    /** @param directory for PEM files; created where it does not exist */
    public Authority(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
            this.root = new CertificateBuilder()
                    .subject("CN=Idaeus tests")
                    .setIsCertificateAuthority(true)
                    .ecp256()
                    .buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException("no authority", e);
        }
    }

    /** A certificate, its key, and the trusted authorities. */
    public record Identity(String subject, Path certificate, Path key, Path trust) {
        /** Overwrites the files of another identity with these. */
        public void replace(Identity other) throws IOException {
            Files.copy(certificate, other.certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(key, other.key, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(trust, other.trust, StandardCopyOption.REPLACE_EXISTING);
        }

        public SSLContext ssl() {
            return PemTls.context(trust, certificate, key);
        }

        public HttpClient http() {
            return HttpClient.newBuilder().sslContext(ssl()).build();
        }

        /** Runs the command with this certificate. */
        public CommandResult call(URI sidecar, String... words) {
            return run(
                    sidecar,
                    words,
                    "--cacert",
                    trust.toString(),
                    "--cert",
                    certificate.toString(),
                    "--key",
                    key.toString());
        }

        /** Runs the command without a certificate. */
        public CommandResult callAsNobody(URI sidecar, String... words) {
            return run(sidecar, words, "--cacert", trust.toString());
        }

        private static CommandResult run(URI sidecar, String[] words, String... options) {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(List.of(options));
            all.addAll(List.of("--url", sidecar.toString()));
            return IdaeusCli.run(all.toArray(String[]::new));
        }
    }

    /** Valid for this address. */
    public Identity issue(String subject, String address) {
        try {
            X509Bundle bundle = new CertificateBuilder()
                    .subject(subject)
                    .addSanIpAddress(address)
                    .ecp256()
                    .buildIssuedBy(root);
            return new Identity(
                    subject,
                    write("certificate", ".pem", bundle.getCertificatePathPEM()),
                    write("key", ".pem", bundle.getPrivateKeyPEM()),
                    write("trust", ".pem", root.getRootCertificatePEM()));
        } catch (Exception e) {
            throw new IllegalStateException("no certificate for " + subject, e);
        }
    }

    /** For a node of Cassandra whose certificate names this address and 127.0.0.1. */
    public NodeTls node(String address) {
        try {
            X509Bundle bundle = new CertificateBuilder()
                    .subject("CN=cassandra")
                    .addSanIpAddress(address)
                    .addSanIpAddress("127.0.0.1")
                    .ecp256()
                    .buildIssuedBy(root);
            KeyStore identity = empty();
            identity.setKeyEntry(
                    "node",
                    bundle.getKeyPair().getPrivate(),
                    STORES.toCharArray(),
                    bundle.getCertificatePathWithRoot());
            KeyStore trust = empty();
            trust.setCertificateEntry("root", root.getCertificate());
            return new NodeTls(
                    write(identity),
                    write(trust),
                    STORES,
                    issue("CN=tests of " + address, "127.0.0.1").ssl());
        } catch (Exception e) {
            throw new IllegalStateException("no certificate for " + address, e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private Path write(KeyStore store) throws GeneralSecurityException, IOException {
        Path file = Files.createTempFile(directory, "store", ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORES.toCharArray());
        }
        return file;
    }

    /**
     * Writes an access list.
     *
     * @param grants identities by role, as the list spells them
     */
    public Path accessList(Map<String, List<String>> grants) {
        String yaml = grants.entrySet().stream()
                .map(grant -> "  - role: " + grant.getKey() + "\n    to: [\"" + String.join("\", \"", grant.getValue())
                        + "\"]\n")
                .collect(Collectors.joining("", "grants:\n", ""));
        try {
            return write("access", ".yaml", yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(String name, String suffix, String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, name, suffix), text);
    }
}
