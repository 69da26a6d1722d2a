/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.request;

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

/** A bundle request, as it arrives. */
public final class BundleRequest {
    private static final Pattern LENGTH = Pattern.compile("[1-9][0-9]{0,17}");
    private static final Pattern LINE = Pattern.compile(
            "([^ ]+) ([0-9a-f]{8}-(?:0|[1-9][0-9]{0,17})) (0|[1-9][0-9]{0,17})(?: (0|[1-9][0-9]{0,17}))?");
    private static final int NAMES_PER_PATH = 4;

    private final String tag;
    private final StringBuilder text;

    private BundleRequest(String tag, int length) {
        this.tag = tag;
        this.text = new StringBuilder(length);
    }

    /**
     * @param etag without quotes
     * @param offset the first byte wanted
     * @param end exclusive; null for the end of the component
     */
    public record Line(
            ComponentPath path,
            String etag,
            long offset,
            @Nullable Long end) {}

    /**
     * Null where the head begins no bundle request.
     *
     * @throws ProblemException where its body cannot be accepted
     */
    public static @Nullable BundleRequest of(HttpRequest head) {
        if (!head.method().equals(HttpMethod.POST)
                || !(RequestTarget.parse(head.uri()) instanceof RequestTarget.BundleTarget target)) {
            return null;
        }
        RequestSyntax.checkVersionAndHost(head);
        String length = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !LENGTH.matcher(length).matches()) {
            throw RequestSyntax.invalid("The body's Content-Length is " + length + " (expected: 1 to "
                    + Bundle.MAX_REQUEST_BYTES + ", and no Transfer-Encoding).");
        }
        if (Long.parseLong(length) > Bundle.MAX_REQUEST_BYTES) {
            throw tooLarge("The request body has " + length + " bytes", Bundle.MAX_REQUEST_BYTES);
        }
        return new BundleRequest(target.tag(), Integer.parseInt(length));
    }

    public String tag() {
        return tag;
    }

    public void add(ByteBuf content) {
        // The decoder passes on no more than Content-Length announced.
        text.append(content.toString(StandardCharsets.ISO_8859_1));
    }

    /**
     * Parses the complete body.
     *
     * @throws ProblemException where a line is malformed, or there are too many
     * @throws InvalidLineException where a name is invalid
     */
    public List<Line> lines() throws InvalidLineException {
        if (text.charAt(text.length() - 1) != '\n') {
            throw RequestSyntax.invalid(
                    "The request body does not end with a line feed (expected: one after each line).");
        }
        List<Line> lines = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
            if (lines.size() == Bundle.MAX_COMPONENTS) {
                throw tooLarge("The request body has more lines than allowed", Bundle.MAX_COMPONENTS);
            }
            lines.add(line(lines.size() + 1, text.substring(start, end)));
            start = end + 1;
        }
        return lines;
    }

    private Line line(int number, String line) throws InvalidLineException {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw RequestSyntax.invalid(
                    "Line " + number + " of the body is malformed (expected: <keyspace>/<table>/<sstable>/<component>"
                            + " <crc32>-<size> <offset>, or also <end>, with single spaces and no leading zeros).");
        }
        try {
            List<String> names = RequestTarget.names(matcher.group(1));
            if (names.size() != NAMES_PER_PATH) {
                throw RequestSyntax.invalid("Line " + number + " of the body has " + names.size() + " names (expected: "
                        + NAMES_PER_PATH + ").");
            }
            return new Line(
                    new ComponentPath(tag, names.get(0), names.get(1), names.get(2), names.get(3)),
                    matcher.group(2),
                    Long.parseLong(matcher.group(3)),
                    matcher.group(4) == null ? null : Long.valueOf(matcher.group(4)));
        } catch (RequestTarget.InvalidNameException e) {
            throw new InvalidLineException("Line " + number + " of the body has an invalid path: " + e.getMessage(), e);
        }
    }

    public static ProblemException tooLarge(String found, long max) {
        return new ProblemException(
                ProblemType.PAYLOAD_TOO_LARGE, found + " (expected: at most " + max + "); split the request.");
    }

    public static final class InvalidLineException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidLineException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
