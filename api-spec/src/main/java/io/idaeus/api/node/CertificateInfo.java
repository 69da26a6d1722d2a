/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import java.time.Instant;

/**
 * A certificate that the sidecar has loaded.
 *
 * @param subject whose it is
 * @param issuer who signed it
 * @param expiresAt its last moment
 */
public record CertificateInfo(Use use, String subject, String issuer, Instant expiresAt) {

    /** The use of a certificate. */
    public enum Use {
        /** The sidecar presents it to callers and peers. */
        IDENTITY,
        /** The sidecar trusts what it signed. */
        TRUST
    }
}
