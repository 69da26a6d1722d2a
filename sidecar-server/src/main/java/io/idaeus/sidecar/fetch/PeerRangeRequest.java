/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Asks for what a sink lacks of its range of the file. */
final class PeerRangeRequest implements PeerRequest {
    private final FetchRequest request;
    private final BodySink sink;
    private final long offset;

    PeerRangeRequest(FetchRequest request, BodySink sink) {
        this.request = request;
        this.sink = sink;
        this.offset = sink.position();
    }

    @Override
    public HttpRequest request() {
        HttpRequest get = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, request.component().target());
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(request.peer()));
        if (offset > 0 || !reachesTheEnd()) {
            get.headers()
                    .set(HttpHeaderNames.RANGE, "bytes=" + offset + '-' + (reachesTheEnd() ? "" : sink.end() - 1))
                    .set(HttpHeaderNames.IF_RANGE, request.etag().header());
        }
        return get;
    }

    @Override
    public long accept(HttpResponse head) throws FetchException {
        boolean whole = sink.first() == 0 && reachesTheEnd();
        if (ResponseHead.bodyStart(request, head, offset, sink.end(), whole) < offset) {
            restart();
        }
        return sink.end() - sink.position();
    }

    @Override
    public void take(ByteBuf bytes) throws FetchException {
        try {
            sink.append(bytes);
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
    }

    @Override
    public String progress() {
        return "byte " + sink.position() + " of " + request.size();
    }

    @Override
    public void attach(Executor loop, Runnable resume) {
        sink.attach(loop, resume);
    }

    @Override
    public boolean isFull() {
        return sink.isFull();
    }

    @Override
    public @Nullable ByteBuf lend(int most) {
        return sink.lend(most);
    }

    @Override
    public boolean lends() {
        return sink.lends();
    }

    @Override
    public void settle(BodySink.Settled told) {
        sink.settle(told);
    }

    private boolean reachesTheEnd() {
        return sink.end() == request.size();
    }

    private void restart() throws FetchException {
        try {
            sink.restart();
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
    }
}
