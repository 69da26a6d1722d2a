/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.security.ClientTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.Security;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of RMI over TLS. Connects within a second, and checks the host's name.
 *
 * <p>Cassandra hands out stubs with the JDK's {@code SslRMIClientSocketFactory}, which takes its sockets from the JDK's
 * default {@code SSLSocketFactory} and from nowhere else. So this is that default, for the one node of this process. The
 * JDK's HTTP client does not use it.
 */
public final class JmxTlsSockets extends SSLSocketFactory {
    private static final String DEFAULT_FACTORY = "ssl.SocketFactory.provider";
    private static final int CONNECT_MILLIS = 1000;

    private static volatile @Nullable ClientTls node;

    /** For the JDK. */
    public JmxTlsSockets() {}

    /** Uses this for all connections to come. */
    static void use(ClientTls tls) {
        node = tls;
        Security.setProperty(DEFAULT_FACTORY, JmxTlsSockets.class.getName());
        if (!(SSLSocketFactory.getDefault() instanceof JmxTlsSockets)) {
            throw new IllegalStateException("the JDK's default SSLSocketFactory was used before the first connection to"
                    + " JMX; restart the sidecar");
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        Socket plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return createSocket(plain, host, port, true);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose) throws IOException {
        SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket(plain, host, port, autoClose);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostAddress(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return context().getSocketFactory().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return context().getSocketFactory().getSupportedCipherSuites();
    }

    private static SSLContext context() {
        return Objects.requireNonNull(node, "no node").context();
    }
}
