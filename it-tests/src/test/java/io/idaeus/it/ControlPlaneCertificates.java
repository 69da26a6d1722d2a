/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.client.PemTls;
import io.idaeus.it.harness.CommandResult;
import io.idaeus.it.harness.IdaeusCli;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A certificate authority and the PEM files it issues for one address. */
final class ControlPlaneCertificates {
    private final Path directory;
    private final String address;
    private final X509Bundle authority;

    ControlPlaneCertificates(Path directory, String address) throws Exception {
        this.directory = directory;
        this.address = address;
        this.authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
    }

    /** A certificate, its key, and the trusted authorities. */
    record Identity(String subject, Path certificate, Path key, Path trust) {
        /** Overwrites the files of another identity with these. */
        void replace(Identity other) throws IOException {
            Files.copy(certificate, other.certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(key, other.key, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(trust, other.trust, StandardCopyOption.REPLACE_EXISTING);
        }

        HttpClient http() {
            return HttpClient.newBuilder()
                    .sslContext(PemTls.context(trust, certificate, key))
                    .build();
        }

        /** Runs the command with this certificate. */
        CommandResult call(URI sidecar, String... words) {
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
        CommandResult callAsNobody(URI sidecar, String... words) {
            return run(sidecar, words, "--cacert", trust.toString());
        }

        private static CommandResult run(URI sidecar, String[] words, String... options) {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(List.of(options));
            all.addAll(List.of("--url", sidecar.toString()));
            return IdaeusCli.run(all.toArray(String[]::new));
        }
    }

    Identity issue(String subject) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .subject(subject)
                .addSanIpAddress(address)
                .ecp256()
                .buildIssuedBy(authority);
        return new Identity(
                subject,
                write("certificate", bundle.getCertificatePathPEM()),
                write("key", bundle.getPrivateKeyPEM()),
                write("trust", authority.getRootCertificatePEM()));
    }

    private Path write(String name, String pem) throws IOException {
        return Files.writeString(Files.createTempFile(directory, name, ".pem"), pem);
    }
}
