/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.request.ByteRange;
import io.idaeus.sidecar.serve.request.RequestTarget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of a request before its first byte is sent, in nanoseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RequestBenchmark {
    private static final String TARGET = "/data/v1/snapshots/idaeus-0199/shop/orders/nb-4711-big/Data.db";
    private static final long SIZE = 1L << 30;

    private final EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
    private final ByteBuf head = Unpooled.directBuffer()
            .writeBytes(("GET " + TARGET + " HTTP/1.1\r\nhost: 10.0.0.1:9044\r\nrange: bytes=67108864-134217727\r\n"
                            + "if-range: \"0123abcd-1073741824\"\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
    private final String range = "bytes=67108864-134217727";

    /** Decodes the head of a piece request with Netty. */
    @Benchmark
    public int head() {
        channel.writeInbound(head.retainedDuplicate());
        int messages = 0;
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            ReferenceCountUtil.release(message);
            messages++;
        }
        return messages;
    }

    @Benchmark
    public Object target() {
        return RequestTarget.parse(TARGET);
    }

    @Benchmark
    public Object range() {
        return ByteRange.of(range, SIZE);
    }
}
