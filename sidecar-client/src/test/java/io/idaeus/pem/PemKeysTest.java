/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of every kind that OpenSSL writes; {@code make.sh} beside the files made them. */
class PemKeysTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rsa.pkcs8.pem",
                "rsa.pkcs1.pem",
                "ec.pkcs8.pem",
                "ec.sec1.pem",
                "ec.sec1-params.pem",
                "ed.pkcs8.pem"
            })
    void aKeyThatIsNotEncryptedNeedsNoPassword(String key) throws Exception {
        assertIsKeyOf(algorithm(key), read(key, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rsa.pkcs8-aes.pem",
                "rsa.pkcs8-3des.pem",
                "rsa.pkcs8-sha1.pem",
                "rsa.pkcs8-scrypt.pem",
                "rsa.pkcs1-aes.pem",
                "ec.pkcs8-aes.pem",
                "ec.sec1-aes.pem",
                "ed.pkcs8-aes.pem"
            })
    void anEncryptedKeyIsReadWithItsPasswordAlone(String key) throws Exception {
        assertIsKeyOf(algorithm(key), identity(key, "secret\n"));
        refused(
                key,
                null,
                key + " is encrypted, but no password is given",
                "--key-password-file",
                "tls.keyPasswordFile");
        refused(key, "wrong", key + " cannot be decrypted with the password in", "password (expected: the password of");
    }

    @Test
    void aPasswordThatIsNotNeededIsIgnored() throws Exception {
        assertIsKeyOf("rsa", identity("rsa.pkcs8.pem", "any"));
    }

    @Test
    void aKeyOfAnotherAlgorithmThanTheCertificateIsRefused() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PemIdentity.of(file("rsa.crt"), file("ec.sec1.pem")))
                .withMessageContaining("ec.sec1.pem holds no RSA key, but its certificate has one");
    }

    @Test
    void aCertificateInPlaceOfTheKeyIsNamed() throws Exception {
        refused("rsa.crt", null, "rsa.crt holds no private key but \"CERTIFICATE\" (expected: PEM, \"PRIVATE KEY\")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void garbageIsNoKey(String label) throws Exception {
        for (String body : new String[] {"AAAA", "MAA=", "", "!", "garbage"}) {
            PemFile garbage = new PemFile(
                    directory.resolve("garbage.pem"),
                    "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, body));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PemIdentity.of(file("rsa.crt"), garbage, password("secret")))
                    .withMessageStartingWith(garbage.path().toString());
        }
    }

    @Test
    void aKeyOfAnUnknownKindIsRefused() throws Exception {
        PemFile key = new PemFile(
                directory.resolve("id"),
                "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PemIdentity.of(file("rsa.crt"), key))
                .withMessageContaining("id holds no readable private key (expected: PEM, PKCS#8, PKCS#1 or SEC1)");
    }

    @Test
    void aPasswordFileHoldsOneLine() throws Exception {
        assertThat(password("secret\r\n").text()).isEqualTo("secret");
        assertThat(password(" secret ").text()).isEqualTo(" secret ");
        assertThat(password("secret")).asString().doesNotContain("secret").endsWith("password");
        for (String wrong : new String[] {"", "\n", "one\ntwo\n", "x".repeat(5000)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> password(wrong))
                    .withMessageStartingWith(directory.resolve("password").toString())
                    .withMessageContaining("expected: a password");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyPassword.read(directory.resolve("absent")))
                .withMessageContaining("absent cannot be read");
    }

    /** That key and certificate belong together, an identity proves when it is made. */
    private static void assertIsKeyOf(String name, PemIdentity identity) {
        assertThat(identity).hasToString("CN=" + name);
        assertThat(identity.key().getAlgorithm())
                .isEqualTo(identity.chain().get(0).getPublicKey().getAlgorithm());
    }

    private PemIdentity identity(String key, @Nullable String password) throws Exception {
        return read(key, password == null ? null : password(password));
    }

    private static PemIdentity read(String key, @Nullable KeyPassword password) throws Exception {
        return PemIdentity.of(file(algorithm(key) + ".crt"), file(key), password);
    }

    private void refused(String key, @Nullable String password, String... message) throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> identity(key, password))
                .satisfies(refusal ->
                        assertThat(refusal.getMessage()).contains(message).doesNotContain("secret", "wrong"));
    }

    private static String algorithm(String key) {
        return key.substring(0, key.indexOf('.'));
    }

    private KeyPassword password(String content) throws IOException {
        return KeyPassword.read(Files.writeString(directory.resolve("password"), content));
    }

    private static PemFile file(String name) throws URISyntaxException {
        URL resource = Objects.requireNonNull(PemKeysTest.class.getResource(name), name);
        return PemFile.read(Path.of(resource.toURI()));
    }
}
