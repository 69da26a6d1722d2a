/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.client.SidecarClient;

/** A command that calls a sidecar. */
public abstract class RemoteCommand extends LocalCommand {

    protected abstract int run(SidecarClient client);

    @Override
    protected final int run() {
        return run(global().client());
    }
}
