/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** Takes one component of a bundle. */
public interface BundlePart {

    RemoteFile remote();

    /** @param at offset in the component */
    void append(ByteBuf bytes, long at) throws IOException;

    void end() throws IOException;
}
