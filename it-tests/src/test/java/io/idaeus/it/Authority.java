/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.security.TlsSettings;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Issues certificates to sidecars and their callers. */
final class Authority {
    private final Path directory;
    private final X509Bundle root;

    Authority(Path directory) throws Exception {
        this.directory = directory;
        this.root = new CertificateBuilder()
                .subject("CN=Idaeus tests")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
    }

    /** Valid for this address. */
    TlsSettings issue(String subject, String address) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject(subject)
                .addSanIpAddress(address)
                .ecp256()
                .buildIssuedBy(root);
        return new TlsSettings(
                write("certificate", bundle.getCertificatePathPEM()),
                write("key", bundle.getPrivateKeyPEM()),
                write("trust", root.getRootCertificatePEM()));
    }

    /** For a caller with this identity. */
    static SSLContext context(TlsSettings identity) {
        return TlsContexts.load(identity).jdk();
    }

    /**
     * Gives both planes this identity.
     *
     * @param grants subjects by role; nobody else has access
     */
    SidecarProcess.Builder secure(
            SidecarProcess.Builder sidecar, TlsSettings identity, Map<String, List<String>> grants) throws IOException {
        return sidecar.set("tls.certificate", identity.certificate())
                .set("tls.key", identity.key())
                .set("tls.trust", identity.trust())
                .set("access.list", accessList(directory, grants));
    }

    /** Writes an access list of subjects by role. */
    static Path accessList(Path directory, Map<String, List<String>> grants) throws IOException {
        String yaml = grants.entrySet().stream()
                .map(grant -> "  - role: " + grant.getKey() + "\n    to: [\"" + String.join("\", \"", grant.getValue())
                        + "\"]\n")
                .collect(Collectors.joining("", "grants:\n", ""));
        return Files.writeString(Files.createTempFile(directory, "access", ".yaml"), yaml);
    }

    private Path write(String name, String pem) throws IOException {
        return Files.writeString(Files.createTempFile(directory, name, ".pem"), pem);
    }
}
