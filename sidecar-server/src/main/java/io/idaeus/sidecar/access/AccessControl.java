/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.config.AccessConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides who a caller is, and what they may do. Never blocks. Thread-safe. */
public final class AccessControl implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);
    private static final String BEARER = "Bearer ";

    private final boolean asks;
    private final @Nullable LiveAccess list;
    private final @Nullable TokenKeys keys;
    private final @Nullable Tokens tokens;
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("access-reload"));

    private AccessControl(boolean asks, @Nullable LiveAccess list, AccessConfig.@Nullable Tokens tokens) {
        this.asks = asks;
        this.list = list;
        this.keys = tokens == null ? null : new TokenKeys(tokens.keys());
        this.tokens = tokens == null || keys == null ? null : new Tokens(tokens, keys);
    }

    /** Without authentication. */
    public static AccessControl open() {
        return new AccessControl(false, null, null);
    }

    /**
     * @param list null to allow nobody anything
     * @param tokens null for certificates alone
     */
    public static AccessControl of(@Nullable LiveAccess list, AccessConfig.@Nullable Tokens tokens) {
        return new AccessControl(true, list, tokens);
    }

    /** Reads keys, and from now on both files again. */
    public void start(Duration interval) {
        if (!asks) {
            return;
        }
        reload();
        ScheduledFuture<?> unused = scheduler.scheduleWithFixedDelay(
                this::reload, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void reload() {
        try {
            if (list != null) {
                list.reload();
            }
            if (keys != null) {
                keys.reload(System.nanoTime());
            }
        } catch (RuntimeException e) {
            LOG.error("the access list or the keys of tokens were not read again", e);
        }
    }

    /**
     * A token tells more than a certificate that comes with it.
     *
     * @param certificate proven in the handshake; null for none
     * @param authorization the header; null for none
     * @throws ProblemException UNAUTHENTICATED
     */
    public Caller caller(@Nullable X509Certificate certificate, @Nullable String authorization) {
        return asks ? caller(identity(certificate, authorization)) : Caller.anybody();
    }

    /** The caller with the roles that its identity has now. */
    public Caller caller(Identity identity) {
        return list == null ? new Caller(identity, List.of()) : list.current().caller(identity);
    }

    private Identity identity(@Nullable X509Certificate certificate, @Nullable String authorization) {
        if (tokens != null && authorization != null && isBearer(authorization)) {
            return tokens.verify(authorization.substring(BEARER.length()).strip());
        }
        if (certificate != null) {
            return Identity.of(certificate);
        }
        throw new ProblemException(
                ProblemType.UNAUTHENTICATED,
                tokens == null
                        ? "The caller presented no client certificate (expected: one that an issuer in tls.trust signed)."
                        : "The caller presented neither a client certificate nor a bearer token (expected: a certificate"
                                + " that an issuer in tls.trust signed, or a token that the keys of access.tokens.keys signed).");
    }

    private static boolean isBearer(String authorization) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
