/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An authority and the certificates it issues, as PEM files. */
public final class Certificates {
    private final Path directory;
    private final X509Bundle authority;

    public Certificates(Path directory, String name) throws Exception {
        this.directory = directory;
        this.authority = new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
    }

    /** An identity that is valid for 127.0.0.1 and localhost, and trusts this authority. */
    public TlsSettings issue(String subject) throws Exception {
        return issue(subject, "127.0.0.1", "localhost");
    }

    public TlsSettings issue(String subject, String address, String name) throws Exception {
        return issue(new CertificateBuilder()
                .subject(subject)
                .addSanIpAddress(address)
                .addSanDnsName(name)
                .ecp256());
    }

    /** What the builder says, issued by this authority. */
    TlsSettings issue(CertificateBuilder builder) throws Exception {
        X509Bundle bundle = builder.buildIssuedBy(authority);
        return new TlsSettings(
                write("certificate", bundle.getCertificatePathPEM()),
                write("key", bundle.getPrivateKeyPEM()),
                write("trust", authority.getRootCertificatePEM()));
    }

    /** The same identity with its key encrypted by openssl. */
    public static TlsSettings encrypted(TlsSettings plain, String password) throws Exception {
        Path passwordFile = Files.writeString(plain.key().resolveSibling("password"), password + "\n");
        Path key = plain.key().resolveSibling("encrypted.pem");
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "pkcs8",
                        "-topk8",
                        "-v2",
                        "aes256",
                        "-in",
                        plain.key().toString(),
                        "-out",
                        key.toString(),
                        "-passout",
                        "file:" + passwordFile)
                .inheritIO()
                .start();
        if (openssl.waitFor() != 0) {
            throw new IllegalStateException("openssl failed: " + openssl.exitValue());
        }
        return new TlsSettings(plain.certificate(), key, passwordFile, plain.trust());
    }

    private Path write(String name, String pem) throws IOException {
        return Files.writeString(Files.createTempFile(directory, name, ".pem"), pem);
    }
}
