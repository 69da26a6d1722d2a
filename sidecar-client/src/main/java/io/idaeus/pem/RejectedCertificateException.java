/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Objects;

/** A certificate that is rejected. The message says whose it is, and why. */
public final class RejectedCertificateException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final String certificate;
    private final String why;

    RejectedCertificateException(X509Certificate[] chain, String why, CertificateException cause) {
        // The TLS libraries look at the cause for the alert that they send.
        super(
                "the certificate " + CertificateText.of(chain[0]) + " is rejected: " + why,
                Objects.requireNonNullElse(cause.getCause(), cause));
        this.certificate = CertificateText.of(chain[0]);
        this.why = why;
    }

    /** Subject and issuer. */
    public String certificate() {
        return certificate;
    }

    public String why() {
        return why;
    }
}
