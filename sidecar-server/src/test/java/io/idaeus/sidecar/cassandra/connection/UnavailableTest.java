/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class UnavailableTest {

    /** As Netty's, which the CQL driver has in a package of its own. */
    private static final class StacklessClosedChannelException extends ClosedChannelException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aFailureWithoutAMessageIsSaidInWords() {
        assertThat(Unavailable.rootMessage(new IOException(new StacklessClosedChannelException())))
                .isEqualTo("the connection was closed");
        assertThat(Unavailable.rootMessage(new EOFException())).isEqualTo("the connection was closed");
        assertThat(Unavailable.rootMessage(new TimeoutException())).isEqualTo("timeout");
    }

    @Test
    void aMessageIsKept() {
        assertThat(Unavailable.rootMessage(new IOException("outer", new IOException("Connection refused"))))
                .isEqualTo("Connection refused");
    }
}
