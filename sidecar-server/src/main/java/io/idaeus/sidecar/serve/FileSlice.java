/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.channel.DefaultFileRegion;

/**
 * A part of an open file, sent by sendfile. It extends {@link DefaultFileRegion} and adds nothing to its transfer,
 * because epoll takes the sendfile path for that class alone; it only gives back its share of the file instead of
 * closing it.
 */
final class FileSlice extends DefaultFileRegion {
    private final OpenFile file;

    FileSlice(OpenFile file, long position, long count) {
        super(file.channel(), position, count);
        this.file = file;
        file.retain();
    }

    @Override
    protected void deallocate() {
        file.release();
    }
}
