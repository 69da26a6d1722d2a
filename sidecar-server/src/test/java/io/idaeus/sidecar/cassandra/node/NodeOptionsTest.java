/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeOptionsTest {
    @Test
    void anAddressIsASeedWithOrWithoutAPortAndNotByItsBeginning() {
        String provider = "org.apache.cassandra.locator.SimpleSeedProvider{seeds=10.0.0.1, 10.0.0.22:7000}";

        assertThat(NodeOptions.names(provider, "10.0.0.1")).isTrue();
        assertThat(NodeOptions.names(provider, "10.0.0.22")).isTrue();
        assertThat(NodeOptions.names(provider, "10.0.0.2")).isFalse();
    }
}
