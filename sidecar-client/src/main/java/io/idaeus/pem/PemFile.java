/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A PEM file (RFC 7468) as it is at one moment. Text between blocks and blocks of other kinds are ignored. Every error is
 * an {@link IllegalArgumentException} whose message begins with the path.
 */
public record PemFile(Path path, String text) {
    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    /** @param text with the lines BEGIN and END */
    private record Block(String label, String text, String body) {
        byte[] decoded() {
            return Base64.getMimeDecoder().decode(body);
        }
    }

    /** @throws IllegalArgumentException when the file cannot be read or is larger than 4 MiB */
    public static PemFile read(Path path) {
        try {
            long size = Files.size(path);
            if (size > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "%s has %,d bytes (expected: PEM, at most %,d)".formatted(path, size, MAX_BYTES));
            }
            return new PemFile(path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(path, e), e);
        }
    }

    /** All certificates, in the order of the file; at least one. */
    public List<X509Certificate> certificates() {
        List<X509Certificate> found = new ArrayList<>();
        List<Block> blocks = blocks();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks) {
                if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
                    found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.decoded())));
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s holds no readable certificate (expected: PEM): %s".formatted(path, e.getMessage()), e);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("%s holds no certificate (expected: PEM)".formatted(path));
        }
        return List.copyOf(found);
    }

    /** All revocation lists, in the order of the file; at least one. */
    public List<X509CRL> revocationLists() {
        List<X509CRL> found = new ArrayList<>();
        List<Block> blocks = blocks();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks) {
                if (block.label().equals("X509 CRL")) {
                    found.add((X509CRL) factory.generateCRL(new ByteArrayInputStream(block.decoded())));
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s holds no readable revocation list (expected: PEM): %s".formatted(path, e.getMessage()), e);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s holds no revocation list (expected: PEM, \"X509 CRL\")".formatted(path));
        }
        return List.copyOf(found);
    }

    /**
     * The first private key.
     *
     * @param algorithm of the certificate's key, for instance {@code EC}
     * @param password decrypts the key; not used where the key is not encrypted
     */
    PrivateKey key(String algorithm, @Nullable KeyPassword password) {
        byte[] pkcs8 = new PemKeyDecoder(path, password).decode(keyBlock().text());
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "%s holds no %s key, but its certificate has one (expected: the key of this certificate): %s"
                            .formatted(path, algorithm, e.getMessage()),
                    e);
        }
    }

    private Block keyBlock() {
        List<Block> blocks = blocks();
        return blocks.stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s holds %s (expected: PEM, \"PRIVATE KEY\")"
                        .formatted(
                                path,
                                blocks.isEmpty()
                                        ? "no private key"
                                        : "no private key but \""
                                                + blocks.get(0).label() + "\"")));
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        int end = 0;
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(), matcher.group(2)));
            end = matcher.end();
        }
        // A file that is still being written ends within a block.
        if (text.indexOf("-----", end) >= 0) {
            throw new IllegalArgumentException("%s ends within a block (expected: -----END …-----)".formatted(path));
        }
        return blocks;
    }

    /** The path alone: the text may be a key. */
    @Override
    public String toString() {
        return path.toString();
    }
}
