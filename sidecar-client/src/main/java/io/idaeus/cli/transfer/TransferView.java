/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.TransferEvent;

/** Shows a transfer while it runs. */
sealed interface TransferView extends AutoCloseable permits BarView, LineView {

    void show(TransferEvent event);

    /** Prints a message besides the progress. */
    void say(String text);

    @Override
    void close();
}
