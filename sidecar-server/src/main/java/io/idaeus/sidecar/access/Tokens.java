/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SimpleSecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.config.AccessConfig;
import io.idaeus.sidecar.problem.ProblemException;
import java.text.ParseException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signed JSON Web Tokens (RFC 7519) as bearer tokens (RFC 6750). Thread-safe. */
final class Tokens {
    private static final int LONGEST = 8192;
    private static final int CLOCK_SKEW_SECONDS = 30;

    private final TokenKeys keys;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    Tokens(AccessConfig.Tokens settings, TokenKeys keys) {
        this.keys = keys;
        // By public keys alone: a secret that every sidecar knows could sign as everybody.
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms, (selector, context) -> selector.select(keys.current())));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                settings.audience(),
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                Set.of("sub", "exp"));
        claims.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    /** @throws ProblemException UNAUTHENTICATED, without the token */
    Identity verify(String token) {
        if (token.length() > LONGEST) {
            throw refused("it has " + token.length() + " characters (expected: at most " + LONGEST + ")", null);
        }
        try {
            JWTClaimsSet claims = processor.process(token, new SimpleSecurityContext());
            return Identity.ofToken(claims.getSubject(), claims.getIssuer());
        } catch (ParseException e) {
            throw refused("it is no signed JSON Web Token", e);
        } catch (BadJOSEException e) {
            keys.want();
            throw refused(String.valueOf(e.getMessage()), e);
        } catch (JOSEException e) {
            throw refused("its signature cannot be checked", e);
        }
    }

    private static ProblemException refused(String why, @Nullable Exception cause) {
        return new ProblemException(
                ProblemType.UNAUTHENTICATED,
                "The bearer token is refused: " + why + ". Ask its issuer for another one.",
                cause);
    }
}
