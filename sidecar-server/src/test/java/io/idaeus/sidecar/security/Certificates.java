/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.PemFile;
import io.idaeus.sidecar.config.TlsPaths;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** An authority and the certificates it issues, as PEM files. */
public final class Certificates {
    private static final DateTimeFormatter SHORT =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter LONG =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

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
    public TlsPaths issue(String subject) throws Exception {
        return issue(subject, "127.0.0.1", "localhost");
    }

    public TlsPaths issue(String subject, String address, String name) throws Exception {
        return issue(new CertificateBuilder()
                .subject(subject)
                .addSanIpAddress(address)
                .addSanDnsName(name)
                .ecp256());
    }

    /** The certificate that the builder describes, issued by this authority. */
    public TlsPaths issue(CertificateBuilder builder) throws Exception {
        X509Bundle bundle = builder.buildIssuedBy(authority);
        return new TlsPaths(
                write("certificate", bundle.getCertificatePathPEM()),
                write("key", bundle.getPrivateKeyPEM()),
                write("trust", authority.getRootCertificatePEM()));
    }

    /** The same identity with its key encrypted by openssl. */
    public static TlsPaths encrypted(TlsPaths plain, String password) throws Exception {
        Path passwordFile = Files.writeString(plain.key().resolveSibling("password"), password + "\n");
        Path key = plain.key().resolveSibling("encrypted.pem");
        openssl(
                "pkcs8",
                "-topk8",
                "-v2",
                "aes256",
                "-in",
                plain.key().toString(),
                "-out",
                key.toString(),
                "-passout",
                "file:" + passwordFile);
        return new TlsPaths(plain.certificate(), key, passwordFile, plain.trust(), null);
    }

    /** This authority's revocation list, valid for a day. */
    public Path revoke(TlsPaths... revoked) throws Exception {
        return revoke(Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    /** @param until when the next list is due */
    public Path revoke(Instant until, TlsPaths... revoked) throws Exception {
        Path home = Files.createTempDirectory(directory, "authority");
        StringBuilder index = new StringBuilder();
        for (TlsPaths one : revoked) {
            X509Certificate certificate =
                    PemFile.read(one.certificate()).certificates().get(0);
            String serial = HexFormat.of()
                    .withUpperCase()
                    .formatHex(certificate.getSerialNumber().toByteArray());
            index.append("R\t%s\t%s\t%s\tunknown\t/CN=revoked%n"
                    .formatted(
                            SHORT.format(certificate.getNotAfter().toInstant()), SHORT.format(Instant.now()), serial));
        }
        Files.writeString(home.resolve("index.txt"), index);
        Path configuration = Files.writeString(home.resolve("ca.cnf"), """
                [ca]
                default_ca = own
                [own]
                database = %s/index.txt
                default_md = sha256
                """.formatted(home));
        Path list = home.resolve("crl.pem");
        openssl(
                "ca",
                "-gencrl",
                "-config",
                configuration.toString(),
                "-cert",
                write("authority", authority.getCertificatePEM()).toString(),
                "-keyfile",
                write("authority-key", authority.getPrivateKeyPEM()).toString(),
                "-crl_lastupdate",
                LONG.format(until.minus(Duration.ofDays(30))),
                "-crl_nextupdate",
                LONG.format(until),
                "-out",
                list.toString());
        return list;
    }

    private static void openssl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process openssl = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (openssl.waitFor() != 0) {
            throw new IllegalStateException("openssl failed: " + said);
        }
    }

    private Path write(String name, String pem) throws IOException {
        return Files.writeString(Files.createTempFile(directory, name, ".pem"), pem);
    }
}
