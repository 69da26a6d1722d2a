/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Rejects what another trust manager rejects, with a {@link RejectedCertificateException}. */
public final class ExplainedTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager trust;

    private ExplainedTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    /** The same managers, those for certificates of X.509 explained. */
    public static TrustManager[] of(TrustManager[] managers) {
        return Arrays.stream(managers)
                .map(manager -> manager instanceof X509ExtendedTrustManager trust ? new ExplainedTrust(trust) : manager)
                .toArray(TrustManager[]::new);
    }

    private interface Check {
        void run() throws CertificateException;
    }

    private void explained(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            if (chain == null || chain.length == 0) {
                throw e;
            }
            throw new RejectedCertificateException(chain, CertificateText.why(chain, e, getAcceptedIssuers()), e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        explained(chain, () -> trust.checkClientTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        explained(chain, () -> trust.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        explained(chain, () -> trust.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        explained(chain, () -> trust.checkServerTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        explained(chain, () -> trust.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        explained(chain, () -> trust.checkServerTrusted(chain, type, engine));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
