/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;

/** Requests what a sink lacks of its range. */
public final class PeerRangeRequest implements PeerRequest {
    private final RangeHead range;
    private final RangeSink sink;

    public PeerRangeRequest(RemoteFile file, RangeSink sink) {
        this.range = new RangeHead(file, sink.position(), sink.end());
        this.sink = sink;
    }

    @Override
    public RemoteFile file() {
        return range.file();
    }

    @Override
    public HttpRequest message() {
        return range.message(file().component().target());
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException, IOException {
        boolean wholeFile = sink.first() == 0 && range.end() == file().size();
        if (ResponseHead.bodyStart(file(), head, range.first(), range.end(), wholeFile) < range.first()) {
            sink.restart();
        }
        return range.end() - sink.position();
    }

    @Override
    public BodySink sink() {
        return sink;
    }

    @Override
    public String progress() {
        return "byte " + sink.position() + " of " + file().size();
    }
}
