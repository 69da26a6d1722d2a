/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.ComponentPath;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request for many components: its head, and its body as it comes. Nothing here touches a file. */
final class BundleRequest {
    private static final Pattern LENGTH = Pattern.compile("[1-9][0-9]{0,17}");
    private static final Pattern LINE =
            Pattern.compile("([^ ]+) ([0-9a-f]{8}-(?:0|[1-9][0-9]{0,17})) (0|[1-9][0-9]{0,17})");
    private static final int NAMES = 4;

    private final String tag;
    private final StringBuilder text;
    private final ServeMetrics meters;

    private BundleRequest(String tag, int length, ServeMetrics meters) {
        this.tag = tag;
        this.text = new StringBuilder(length);
        this.meters = meters;
    }

    /** One line of the body: a component as the asker knows it, and from which byte on it is wanted. */
    record Line(ComponentPath path, String etag, long offset) {}

    /**
     * What a request head begins; null where it is no request for many components, but something else.
     *
     * @throws ProblemException where it is one, and its body cannot be taken
     */
    static @Nullable BundleRequest of(HttpRequest head, ServeMetrics meters) {
        if (!head.method().equals(HttpMethod.POST)
                || !(RequestTarget.parse(head.uri()) instanceof RequestTarget.Bundle target)) {
            return null;
        }
        RequestForm.checkVersionAndHost(head);
        String length = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !LENGTH.matcher(length).matches()) {
            throw RequestForm.invalid("The body's Content-Length is " + length + " (expected: 1 to "
                    + Bundle.MAX_REQUEST_BYTES + ", and no Transfer-Encoding).");
        }
        if (Long.parseLong(length) > Bundle.MAX_REQUEST_BYTES) {
            throw tooLarge("The body has " + length + " bytes", Bundle.MAX_REQUEST_BYTES);
        }
        return new BundleRequest(target.tag(), Integer.parseInt(length), meters);
    }

    String tag() {
        return tag;
    }

    /** Takes what came of the body: the decoder gives no more than was announced. */
    void add(ByteBuf content) {
        text.append(content.toString(StandardCharsets.ISO_8859_1));
    }

    /** What the whole body says. */
    List<Line> lines() {
        if (text.charAt(text.length() - 1) != '\n') {
            throw RequestForm.invalid("The body does not end with a line feed (expected: one after each line).");
        }
        List<Line> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
            if (lines.size() == Bundle.MAX_COMPONENTS) {
                throw tooLarge("The body has more lines", Bundle.MAX_COMPONENTS);
            }
            lines.add(line(lines.size() + 1, text.substring(start, end)));
            start = end + 1;
        }
        return lines;
    }

    private Line line(int number, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw RequestForm.invalid(
                    "Line " + number + " of the body is not of the form <keyspace>/<table>/<sstable>/<component>"
                            + " <crc32>-<size> <offset>, with single spaces and no leading zeros.");
        }
        try {
            List<String> names = RequestTarget.names(matcher.group(1));
            if (names.size() != NAMES) {
                throw RequestForm.invalid(
                        "Line " + number + " of the body has " + names.size() + " names (expected: " + NAMES + ").");
            }
            return new Line(
                    new ComponentPath(tag, names.get(0), names.get(1), names.get(2), names.get(3)),
                    matcher.group(2),
                    Long.parseLong(matcher.group(3)));
        } catch (RequestTarget.RefusedNameException e) {
            meters.refusedPath();
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "Line " + number + " of the body is refused: " + e.getMessage(), e);
        }
    }

    static ProblemException tooLarge(String what, long most) {
        return new ProblemException(
                ProblemType.PAYLOAD_TOO_LARGE, what + " (expected: at most " + most + "); ask for less at a time.");
    }
}
