/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import java.util.List;

/**
 * A source as it was on first contact. Later contacts must find the same host id there.
 *
 * @param uri of the control plane
 * @param dataHost of the data plane
 * @param snapshot the tag that the SSTables are taken from
 * @param ranges what is taken from it, {@code left:right} each
 * @param ownSnapshot whether the snapshot was taken for this transfer
 */
record PinnedSource(
        String uri,
        String hostId,
        String dataHost,
        int dataPort,
        String snapshot,
        List<String> ranges,
        boolean ownSnapshot) {}
