/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.request.BodySink;
import io.idaeus.sidecar.fetch.request.PeerRequest;
import io.idaeus.sidecar.fetch.request.RemoteFile;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that is sent before the response to the last one has ended. */
class RequestsAheadTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final PeerConnection connection =
            new PeerConnection(new ConnectionSettings(1, 1, 1 << 20, LONG, LONG, LONG, null), new FetchMetrics());
    private final EmbeddedChannel channel = new EmbeddedChannel(
            new BodySplitter(connection),
            new ResponseHeadDecoder(new HttpDecoderConfig()),
            new HttpRequestEncoder(),
            connection);
    private final List<String> events = new ArrayList<>();
    private final Exchange first = exchange("first");
    private final Exchange second = exchange("second");

    @Test
    void bothResponsesArriveInOneRead() {
        startBoth();

        assertThat(sent()).contains("/first").contains("/second");
        channel.writeInbound(bytes(response("abc") + response("defg")));

        assertThat(events).containsExactly("first: abc", "first received", "second: defg", "second received");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void theSecondResponseCanComeByteByByte() {
        startBoth();

        for (char c : (response("abc") + response("defg")).toCharArray()) {
            channel.writeInbound(bytes(String.valueOf(c)));
        }

        assertThat(events).contains("first received", "second: g", "second received");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aLostConnectionFailsBothAndTheSecondMayBeRepeatedAtOnce() {
        startBoth();
        channel.writeInbound(bytes(response("abc").substring(0, response("abc").length() - 1)));

        channel.close().syncUninterruptibly();

        assertThat(events).containsExactly("first: ab", "first failed", "second failed, stale");
    }

    @Test
    void aRefusalOfTheFirstFailsBoth() {
        startBoth();

        channel.writeInbound(bytes("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"));

        assertThat(events).containsExactly("first failed", "second failed, stale");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void cancellingTheSecondLeavesTheFirst() {
        startBoth();

        connection.cancel(second);
        channel.writeInbound(bytes(response("abc")));

        assertThat(events).containsExactly("second failed", "first: abc", "first received");
        // The response to the second would be taken for the next one.
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whatFollowsACancelledRequestMayBeRepeatedAtOnce() {
        startBoth();
        connection.cancel(second);
        connection.start(exchange("third"), outcome("third"));

        channel.writeInbound(bytes(response("abc")));

        assertThat(events).contains("first received", "third failed, stale");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatCannotBeMadeFailsAlone() {
        connection.start(first, outcome("first"));

        connection.start(exchange(""), outcome("second"));
        channel.writeInbound(bytes(response("abc")));

        assertThat(events).containsExactly("second failed", "first: abc", "first received");
        assertThat(channel.isOpen()).isTrue();
    }

    private void startBoth() {
        connection.start(first, outcome("first"));
        connection.start(second, outcome("second"));
    }

    private String sent() {
        StringBuilder sent = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            sent.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        return sent.toString();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private PeerConnection.Outcome outcome(String name) {
        return new PeerConnection.Outcome() {
            @Override
            public void received() {
                events.add(name + " received");
            }

            @Override
            public void nearlyReceived() {}

            @Override
            public void failed(Throwable failure, boolean stale) {
                events.add(name + " failed" + (stale ? ", stale" : ""));
            }
        };
    }

    private Exchange exchange(String name) {
        RemoteFile file = new RemoteFile(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                new ComponentPath("tag", "keyspace", "table", "sstable", name),
                new EntityTag(new Crc32(0), 1));
        BodySink sink = bytes -> events.add(name + ": " + bytes.toString(StandardCharsets.US_ASCII));
        return new Exchange(
                new PeerRequest() {
                    @Override
                    public RemoteFile file() {
                        return file;
                    }

                    @Override
                    public HttpRequest message() {
                        if (name.isEmpty()) {
                            throw new IllegalStateException("a defect");
                        }
                        return new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/" + name);
                    }

                    @Override
                    public long accept(HttpResponse head) {
                        return HttpUtil.getContentLength(head, 0L);
                    }

                    @Override
                    public BodySink sink() {
                        return sink;
                    }

                    @Override
                    public String progress() {
                        return name;
                    }
                },
                ThrottleChain.unlimited());
    }
}
