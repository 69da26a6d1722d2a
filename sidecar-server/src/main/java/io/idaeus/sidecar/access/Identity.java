/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import io.idaeus.sidecar.checksum.Sha256;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who calls, as a certificate or a token proves it.
 *
 * @param name a certificate's subject (RFC 2253), or a token's {@code sub}
 * @param alternatives of a certificate: {@code dns:} in lower case, and {@code uri:} (RFC 5280, 4.2.1.6)
 * @param issuer of the certificate (RFC 2253), or the token's {@code iss}
 */
public record Identity(Kind kind, String name, List<String> alternatives, String issuer) {
    private static final Logger LOG = LoggerFactory.getLogger(Identity.class);
    private static final String SPIFFE = "uri:spiffe://";
    private static final int LONGEST = 500;
    private static final int DNS = 2;
    private static final int URI = 6;

    public enum Kind {
        CERTIFICATE,
        TOKEN
    }

    public Identity {
        alternatives = List.copyOf(alternatives);
    }

    /** @param certificate whose chain was proven in the handshake */
    public static Identity of(X509Certificate certificate) {
        return new Identity(
                Kind.CERTIFICATE,
                certificate.getSubjectX500Principal().getName(),
                alternatives(certificate),
                certificate.getIssuerX500Principal().getName());
    }

    static Identity ofToken(String subject, String issuer) {
        return new Identity(Kind.TOKEN, subject, List.of(), issuer);
    }

    // Names that cannot be parsed grant nothing.
    private static List<String> alternatives(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> found = certificate.getSubjectAlternativeNames();
            for (List<?> entry : found == null ? List.<List<?>>of() : found) {
                if (entry.get(0).equals(DNS)) {
                    names.add("dns:" + entry.get(1).toString().toLowerCase(Locale.ROOT));
                } else if (entry.get(0).equals(URI)) {
                    names.add("uri:" + entry.get(1));
                }
            }
        } catch (CertificateParsingException e) {
            LOG.info("the alternative names of {} cannot be read", certificate.getSubjectX500Principal(), e);
        }
        return names;
    }

    /**
     * As the access list spells it, and as logs and leases show it: on one line, different for different callers. A name that
     * is too long, or not printable, ends with its hash.
     */
    public String shown() {
        String plain = kind == Kind.TOKEN ? "token:" + name : certified();
        StringBuilder text = new StringBuilder();
        plain.codePoints()
                .limit(LONGEST)
                .map(point -> Character.isISOControl(point) ? '?' : point)
                .forEach(text::appendCodePoint);
        return plain.contentEquals(text)
                ? plain
                : text.append('#').append(Sha256.of(plain)).toString();
    }

    // A SPIFFE ID is the whole identity: subjects of such certificates may all be the same (X.509-SVID, 2 and 4).
    private String certified() {
        return alternatives.stream()
                .filter(alternative -> alternative.startsWith(SPIFFE))
                .findFirst()
                .orElse(name.isEmpty() ? String.join(",", alternatives) : name);
    }
}
