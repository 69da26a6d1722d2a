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
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PEM file (RFC 7468) as it was at one moment. What surrounds its blocks is comment; blocks of other kinds than the one
 * that is asked for are passed over. Every refusal is an {@link IllegalArgumentException} that begins with the path.
 */
public record PemFile(Path path, String text) {
    private static final int LARGEST = 4 << 20;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private record Block(String label, String base64) {
        byte[] decoded() {
            return Base64.getMimeDecoder().decode(base64);
        }
    }

    /** @throws IllegalArgumentException when it cannot be read, or is far larger than such files are */
    public static PemFile read(Path path) {
        try {
            long size = Files.size(path);
            if (size > LARGEST) {
                throw new IllegalArgumentException(
                        "%s has %,d bytes (expected: PEM, at most %,d)".formatted(path, size, LARGEST));
            }
            return new PemFile(path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(path, unreadable), unreadable);
        }
    }

    /** All of them, in their order; at least one. */
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
        } catch (GeneralSecurityException | IllegalArgumentException foreign) {
            throw new IllegalArgumentException(
                    "%s holds no readable certificate (expected: PEM): %s".formatted(path, foreign.getMessage()),
                    foreign);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("%s holds no certificate (expected: PEM)".formatted(path));
        }
        return List.copyOf(found);
    }

    /** The private key, of the algorithm that its certificate's key has. */
    PrivateKey key(String algorithm) {
        List<Block> keys = blocks().stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .toList();
        if (keys.isEmpty() || !keys.get(0).label().equals("PRIVATE KEY")) {
            throw new IllegalArgumentException(notPkcs8(keys));
        }
        try {
            return KeyFactory.getInstance(algorithm)
                    .generatePrivate(new PKCS8EncodedKeySpec(keys.get(0).decoded()));
        } catch (GeneralSecurityException | IllegalArgumentException foreign) {
            throw new IllegalArgumentException(
                    "%s holds no %s key, which its certificate wants: %s"
                            .formatted(path, algorithm, foreign.getMessage()),
                    foreign);
        }
    }

    private String notPkcs8(List<Block> keys) {
        String found = keys.isEmpty() ? "no private key" : "\"" + keys.get(0).label() + "\"";
        return "%s holds %s (expected: \"PRIVATE KEY\", PKCS#8, not encrypted; convert: openssl pkcs8 -topk8 -nocrypt)"
                .formatted(path, found);
    }

    /** A file that somebody is still writing ends within a block. */
    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        int end = 0;
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
            end = matcher.end();
        }
        if (text.indexOf("-----", end) >= 0) {
            throw new IllegalArgumentException("%s ends within a block (expected: -----END …-----)".formatted(path));
        }
        return blocks;
    }

    /** Without the text, which may be a key. */
    @Override
    public String toString() {
        return path.toString();
    }
}
