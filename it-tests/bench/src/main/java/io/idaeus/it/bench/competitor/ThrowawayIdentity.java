/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A self-signed certificate for 127.0.0.1 and its key, by the JDK's keytool. */
final class ThrowawayIdentity {
    private static final String PASSWORD = "throwaway";

    private ThrowawayIdentity() {}

    /** Writes {@code certificate.pem} and {@code key.pem} into a new directory. */
    static Path make(Path scratch) throws IOException {
        Path directory = Files.createDirectories(scratch.resolve("identity"));
        Path store = directory.resolve("identity.p12");
        Files.deleteIfExists(store);
        generate(store);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            pem(
                    directory,
                    "certificate",
                    "CERTIFICATE",
                    keys.getCertificate("bench").getEncoded());
            pem(
                    directory,
                    "key",
                    "PRIVATE KEY",
                    keys.getKey("bench", PASSWORD.toCharArray()).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        return directory;
    }

    private static void generate(Path store) {
        Command.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "bench",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=bench",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .run()
                .orThrow();
    }

    private static void pem(Path directory, String name, String label, byte[] encoded) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        Files.writeString(
                directory.resolve(name + ".pem"),
                "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64));
    }
}
