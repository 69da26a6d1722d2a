/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.io.IOException;

/** Requests what a sink lacks of its range. */
public final class PeerRangeRequest implements PeerRequest {
    private final RemoteFile file;
    private final RangeSink sink;
    private final long offset;

    public PeerRangeRequest(RemoteFile file, RangeSink sink) {
        this.file = file;
        this.sink = sink;
        this.offset = sink.position();
    }

    @Override
    public RemoteFile file() {
        return file;
    }

    @Override
    public HttpRequest message() {
        HttpRequest get = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, file.component().target());
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(file.peer()));
        if (offset > 0 || !endsWithTheFile()) {
            get.headers()
                    .set(HttpHeaderNames.RANGE, "bytes=" + offset + '-' + (endsWithTheFile() ? "" : sink.end() - 1))
                    .set(HttpHeaderNames.IF_RANGE, file.etag().header());
        }
        return get;
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException, IOException {
        boolean wholeFile = sink.first() == 0 && endsWithTheFile();
        if (ResponseHead.bodyStart(file, head, offset, sink.end(), wholeFile) < offset) {
            sink.restart();
        }
        return sink.end() - sink.position();
    }

    @Override
    public BodySink sink() {
        return sink;
    }

    @Override
    public String progress() {
        return "byte " + sink.position() + " of " + file.size();
    }

    private boolean endsWithTheFile() {
        return sink.end() == file.size();
    }
}
