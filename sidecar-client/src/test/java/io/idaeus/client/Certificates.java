/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A self-signed certificate for 127.0.0.1 and its key, as PEM files; made with the JDK's keytool. */
public record Certificates(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";

    /** Makes one of an algorithm, {@code EC} or {@code RSA}, in the directory. */
    public static Certificates make(Path directory, String name, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = directory.resolve(name + ".p12");
        keytool(store, name, algorithm);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path certificate = pem(
                directory.resolve(name + ".crt"),
                "CERTIFICATE",
                keys.getCertificate(name).getEncoded());
        Path key = pem(
                directory.resolve(name + ".key"),
                "PRIVATE KEY",
                keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
        return new Certificates(certificate, key);
    }

    static Path pem(Path file, String label, byte[] encoded) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return Files.writeString(file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64));
    }

    private static void keytool(Path store, String name, String algorithm) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD))
                .inheritIO()
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed");
        }
    }
}
