/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.ExplainedTrust;
import io.netty.handler.ssl.util.SimpleTrustManagerFactory;
import java.security.KeyStore;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The managers of another factory, which say whose certificate they reject, and why. */
final class ExplainedTrustManagers extends SimpleTrustManagerFactory {
    private final TrustManagerFactory factory;

    /** @param factory that has its authorities */
    ExplainedTrustManagers(TrustManagerFactory factory) {
        this.factory = factory;
    }

    @Override
    protected void engineInit(KeyStore authorities) {
        throw new UnsupportedOperationException("the factory has its authorities");
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {
        throw new UnsupportedOperationException("the factory has its authorities");
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
        return ExplainedTrust.of(factory.getTrustManagers());
    }
}
