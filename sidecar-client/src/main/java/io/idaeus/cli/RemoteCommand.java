/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.client.SidecarClient;

/** A command that calls a sidecar. */
abstract class RemoteCommand extends LocalCommand {

    abstract int run(SidecarClient client);

    @Override
    final int run() {
        return run(root().client());
    }
}
