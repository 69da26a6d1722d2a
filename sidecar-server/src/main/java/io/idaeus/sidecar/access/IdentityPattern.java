/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * Identities as the access list names them: {@code CN=sidecar-*,O=Example}, {@code dns:*.example.org}, {@code
 * uri:spiffe://example.org/idaeus/*}, {@code token:alice@example.org}. In a DNS name {@code *} stands for one label, in a
 * URI for one segment of the path.
 */
record IdentityPattern(String text, Predicate<Identity> matching) {
    static final String EXPECTED =
            "a distinguished name such as CN=sidecar-*,O=Example, or dns:NAME, uri:URI, token:SUBJECT";

    /** @throws IllegalArgumentException saying what is wrong */
    static IdentityPattern parse(String text) {
        int colon = text.indexOf(':');
        int equals = text.indexOf('=');
        if (colon < 0 || (equals >= 0 && equals < colon)) {
            NamePattern name = NamePattern.parse(text);
            return new IdentityPattern(
                    text, identity -> identity.kind() == Identity.Kind.CERTIFICATE && name.matches(identity.name()));
        }
        String rest = text.substring(colon + 1);
        if (rest.isBlank()) {
            throw new IllegalArgumentException("nothing follows " + text);
        }
        return switch (text.substring(0, colon)) {
            case "dns" -> alternative(text, Glob.of(text.toLowerCase(Locale.ROOT), "."));
            case "uri" -> alternative(text, Glob.of(text, "/"));
            case "token" -> {
                Glob subject = Glob.of(rest, "");
                yield new IdentityPattern(
                        text, identity -> identity.kind() == Identity.Kind.TOKEN && subject.matches(identity.name()));
            }
            default -> throw new IllegalArgumentException("it begins with none of dns:, uri:, token:");
        };
    }

    private static IdentityPattern alternative(String text, Glob glob) {
        return new IdentityPattern(
                text, identity -> identity.alternatives().stream().anyMatch(glob::matches));
    }

    boolean matches(Identity identity) {
        return matching.test(identity);
    }

    @Override
    public String toString() {
        return text;
    }
}
