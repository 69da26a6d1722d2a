/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.bc.BcPEMDecryptorProvider;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/** Decodes the PEM block of a private key: PKCS#8, PKCS#1 (RSA) and SEC1 (EC), each encrypted or not. */
final class PemKeyDecoder {

    private final Path path;
    private final @Nullable KeyPassword password;

    /** @param path names the file in errors */
    PemKeyDecoder(Path path, @Nullable KeyPassword password) {
        this.path = path;
        this.password = password;
    }

    /**
     * @param block one block with its BEGIN and END lines
     * @return the key as PKCS#8, DER
     */
    byte[] decode(String block) {
        try {
            return privateKeyInfo(parse(block)).getEncoded();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Object parse(String block) throws IOException {
        try (PEMParser parser = new PEMParser(new StringReader(block))) {
            Object found = parser.readObject();
            if (found == null) {
                throw unreadable(null);
            }
            return found;
        } catch (IllegalArgumentException | IllegalStateException e) {
            // Base64 and ASN.1 that is none.
            throw unreadable(e);
        }
    }

    private PrivateKeyInfo privateKeyInfo(Object parsed) {
        if (parsed instanceof PrivateKeyInfo info) {
            return info;
        }
        if (parsed instanceof PEMKeyPair pair) {
            return pair.getPrivateKeyInfo();
        }
        if (parsed instanceof PKCS8EncryptedPrivateKeyInfo || parsed instanceof PEMEncryptedKeyPair) {
            return decrypt(parsed);
        }
        throw unreadable(null);
    }

    private PrivateKeyInfo decrypt(Object encrypted) {
        if (password == null) {
            throw new IllegalArgumentException(
                    "%s is encrypted, but no password is given (expected: a file that holds it; the command takes"
                                    .formatted(path)
                            + " --key-password-file, the sidecar tls.keyPasswordFile)");
        }
        char[] secret = password.text().toCharArray();
        try {
            if (encrypted instanceof PKCS8EncryptedPrivateKeyInfo pkcs8) {
                // The JDK's own ciphers lack scrypt and triple DES. The provider is not registered with the JVM.
                return pkcs8.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                        .setProvider(new BouncyCastleProvider())
                        .build(secret));
            }
            PEMKeyPair pair = ((PEMEncryptedKeyPair) encrypted).decryptKeyPair(new BcPEMDecryptorProvider(secret));
            return pair.getPrivateKeyInfo();
        } catch (IOException | PKCSException | OperatorCreationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "%s cannot be decrypted with the password in %s (expected: the password of this key): %s"
                            .formatted(path, password, e.getMessage()),
                    e);
        }
    }

    private IllegalArgumentException unreadable(@Nullable Exception cause) {
        return new IllegalArgumentException(
                "%s holds no readable private key (expected: PEM, PKCS#8, PKCS#1 or SEC1)%s"
                        .formatted(path, cause == null ? "" : ": " + cause.getMessage()),
                cause);
    }
}
