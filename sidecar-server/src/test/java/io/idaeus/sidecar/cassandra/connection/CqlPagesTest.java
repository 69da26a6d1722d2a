/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import org.junit.jupiter.api.Test;

class CqlPagesTest {

    @Test
    void aPageThatDoesNotComeInTimeIsPassedOver() {
        assertThat(CqlPages.isOfRows(new DriverTimeoutException("Query timed out after PT30S")))
                .isTrue();
    }

    @Test
    void aNodeThatIsGoneIsWaitedFor() {
        assertThat(CqlPages.isOfRows(new ClosedConnectionException("Lost connection to remote peer")))
                .isFalse();
        assertThat(CqlPages.isOfRows(new NoNodeAvailableException())).isFalse();
    }
}
