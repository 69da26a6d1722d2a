/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Allows callers by their certificate's subject, compared as a name (RFC 5280, 7.1). */
public final class CallerPolicy {
    private static final CallerPolicy ANY_TRUSTED = new CallerPolicy(null);

    private final @Nullable Set<X500Principal> subjects;

    private CallerPolicy(@Nullable Set<X500Principal> subjects) {
        this.subjects = subjects;
    }

    public static CallerPolicy anyTrusted() {
        return ANY_TRUSTED;
    }

    /**
     * @param subjects RFC 2253 names; empty allows nobody
     * @throws IllegalArgumentException naming a malformed subject
     */
    public static CallerPolicy of(Collection<String> subjects) {
        return new CallerPolicy(subjects.stream().map(CallerPolicy::principal).collect(Collectors.toUnmodifiableSet()));
    }

    public boolean allows(X500Principal subject) {
        return subjects == null || subjects.contains(subject);
    }

    /**
     * @param certificate null for none
     * @throws ProblemException UNAUTHENTICATED or FORBIDDEN
     */
    public void check(@Nullable X509Certificate certificate) {
        if (certificate == null) {
            throw new ProblemException(
                    ProblemType.UNAUTHENTICATED,
                    "The caller presented no client certificate (expected: one that an issuer in tls.trust signed).");
        }
        X500Principal subject = certificate.getSubjectX500Principal();
        if (!allows(subject)) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "The certificate's subject '" + subject.getName() + "' is not in tls.allowedSubjects.");
        }
    }

    private static X500Principal principal(String subject) {
        try {
            return new X500Principal(subject);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "subject: '" + subject + "' (expected: a distinguished name such as CN=sidecar-2,O=Example)", e);
        }
    }
}
