/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Takes the chunks of a body apart (RFC 9112, 7.1). Ignores chunk extensions and trailers. */
final class ChunkDecoder {
    private static final int MAX_LINE = 1024;
    private static final int MAX_TRAILERS = 64;
    private static final int MAX_DIGITS = 15;

    private enum State {
        SIZE,
        DATA,
        DATA_END,
        TRAILER,
        ENDED
    }

    private final StringBuilder line = new StringBuilder();
    private State state = State.SIZE;
    private long left;
    private int trailers;

    boolean isEnded() {
        return state == State.ENDED;
    }

    /**
     * The next bytes of data, not retained; null where more bytes are needed, or at the end of the body.
     *
     * @throws IllegalArgumentException with what was found, for malformed chunks
     */
    @Nullable
    ByteBuf next(ByteBuf bytes) {
        while (state != State.ENDED && bytes.isReadable()) {
            if (state == State.DATA) {
                int count = (int) Math.min(left, bytes.readableBytes());
                left -= count;
                state = left == 0 ? State.DATA_END : State.DATA;
                return bytes.readSlice(count);
            }
            String complete = readLine(bytes);
            if (complete != null) {
                onLine(complete);
            }
        }
        return null;
    }

    private @Nullable String readLine(ByteBuf bytes) {
        while (bytes.isReadable()) {
            char c = (char) (bytes.readByte() & 0xFF);
            line.append(c);
            if (c == '\n') {
                if (line.length() < 2 || line.charAt(line.length() - 2) != '\r') {
                    throw new IllegalArgumentException("a line of a chunk that ends with LF alone");
                }
                String complete = line.substring(0, line.length() - 2);
                line.setLength(0);
                return complete;
            }
            if (line.length() > MAX_LINE) {
                throw new IllegalArgumentException("a line of more than " + MAX_LINE + " bytes between chunks");
            }
        }
        return null;
    }

    private void onLine(String complete) {
        switch (state) {
            case SIZE -> {
                left = size(complete);
                state = left == 0 ? State.TRAILER : State.DATA;
            }
            case DATA_END -> {
                if (!complete.isEmpty()) {
                    throw new IllegalArgumentException("bytes after the end of a chunk");
                }
                state = State.SIZE;
            }
            default -> {
                trailers++;
                if (trailers > MAX_TRAILERS) {
                    throw new IllegalArgumentException("more than " + MAX_TRAILERS + " trailers");
                }
                state = complete.isEmpty() ? State.ENDED : State.TRAILER;
            }
        }
    }

    private static long size(String complete) {
        int extension = complete.indexOf(';');
        String digits = (extension < 0 ? complete : complete.substring(0, extension)).strip();
        if (digits.isEmpty()
                || digits.length() > MAX_DIGITS
                || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
            throw new IllegalArgumentException("no chunk where one must begin");
        }
        return Long.parseLong(digits, 16);
    }
}
