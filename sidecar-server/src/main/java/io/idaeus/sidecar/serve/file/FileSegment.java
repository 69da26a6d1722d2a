/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.netty.channel.DefaultFileRegion;

/** A segment sent by sendfile. Releases its reference to the file. */
// Epoll calls sendfile for DefaultFileRegion alone: transferTo must not be overridden.
public final class FileSegment extends DefaultFileRegion {
    private final OpenFile file;

    public FileSegment(OpenFile file, long position, long count) {
        super(file.channel(), position, count);
        this.file = file;
        file.retain();
    }

    @Override
    protected void deallocate() {
        file.release();
    }
}
