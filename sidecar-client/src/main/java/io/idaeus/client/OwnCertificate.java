/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.pem.CertificateText;
import java.net.Socket;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a client presents. Remembers whom the server last asked for certificates of: the JDK withholds a
 * certificate of another issuer without a word. Thread-safe.
 */
final class OwnCertificate extends X509ExtendedKeyManager {
    // An SSLContext does not tell its managers.
    private static final Map<SSLContext, OwnCertificate> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    private final X509ExtendedKeyManager keys;
    private final Path file;
    private final List<X509Certificate> chain;
    private volatile List<X500Principal> asked = List.of();

    OwnCertificate(X509ExtendedKeyManager keys, Path file, List<X509Certificate> chain) {
        this.keys = keys;
        this.file = file;
        this.chain = List.copyOf(chain);
    }

    void of(SSLContext context) {
        KNOWN.put(context, this);
    }

    /** Null where the context presents none, or {@link PemTls} did not make it. */
    static @Nullable OwnCertificate in(SSLContext context) {
        return KNOWN.get(context);
    }

    /** Why the last server did not get it; empty where it did. */
    Optional<String> withheld() {
        List<X500Principal> wanted = asked;
        boolean fits = wanted.isEmpty()
                || chain.stream().anyMatch(certificate -> wanted.contains(certificate.getIssuerX500Principal()));
        return fits
                ? Optional.empty()
                : Optional.of(
                        "%s, %s, was not sent: the sidecar trusts other issuers: %s. Use a certificate of one of them (--cert, --key)"
                                .formatted(file, CertificateText.of(chain.get(0)), CertificateText.issuers(wanted)));
    }

    /** The file, whose certificate it is, and until when. */
    @Override
    public String toString() {
        return "%s, %s, valid until %s"
                .formatted(
                        file,
                        CertificateText.of(chain.get(0)),
                        chain.get(0).getNotAfter().toInstant());
    }

    private void asked(Principal @Nullable [] issuers) {
        asked = issuers == null
                ? List.of()
                : Arrays.stream(issuers)
                        .filter(X500Principal.class::isInstance)
                        .map(X500Principal.class::cast)
                        .toList();
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        asked(issuers);
        return keys.chooseClientAlias(types, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        asked(issuers);
        return keys.chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
        return keys.getClientAliases(type, issuers);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return keys.getServerAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return keys.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return keys.getPrivateKey(alias);
    }
}
