/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.request;

import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.CompressedBlock;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parsed request target. Its names are looked up in manifests and never become a file path. */
public sealed interface RequestTarget {
    int MAX_NAME_BYTES = 255;

    // With smaller pieces the checksums would be as long as a file.
    long MIN_PIECE_BYTES = 1024 * 1024;

    Pattern CHECKSUMS = Pattern.compile("([^?#]*)\\?crc32=([1-9][0-9]{0,17})");

    Pattern COMPRESSED = Pattern.compile("([^?#]*)\\?zstd=([0-9]{1,9})");

    record ComponentTarget(ComponentPath path) implements RequestTarget {}

    /** {@code ?crc32=<pieceBytes>} on a component. */
    record ChecksumTarget(ComponentPath path, long pieceBytes) implements RequestTarget {}

    /** {@code ?zstd=<level>} on a component. */
    record CompressedTarget(ComponentPath path, int level) implements RequestTarget {}

    /** For bundles of a snapshot. */
    record BundleTarget(String tag) implements RequestTarget {}

    /** Valid, but nothing is served there. */
    record UnknownTarget() implements RequestTarget {}

    /** Dots, encoded separators, control characters, names too long. */
    record InvalidTarget(String reason) implements RequestTarget {}

    static RequestTarget parse(String raw) {
        Matcher checksums = CHECKSUMS.matcher(raw);
        if (checksums.matches()) {
            long pieceBytes = Long.parseLong(checksums.group(2));
            return parsePath(checksums.group(1)) instanceof ComponentTarget component && pieceBytes >= MIN_PIECE_BYTES
                    ? new ChecksumTarget(component.path(), pieceBytes)
                    : new InvalidTarget("the query is ?crc32=" + pieceBytes
                            + " (expected: after a component's path, and at least " + MIN_PIECE_BYTES + ")");
        }
        Matcher compressed = COMPRESSED.matcher(raw);
        return compressed.matches() ? parseCompressed(compressed.group(1), compressed.group(2)) : parsePath(raw);
    }

    private static RequestTarget parseCompressed(String path, String digits) {
        int level = Integer.parseInt(digits);
        boolean valid = digits.equals(Integer.toString(level))
                && level >= CompressedBlock.MIN_LEVEL
                && level <= CompressedBlock.MAX_LEVEL;
        return valid && parsePath(path) instanceof ComponentTarget component
                ? new CompressedTarget(component.path(), level)
                : new InvalidTarget(
                        "the query is ?zstd=" + digits + " (expected: after a component's path, and a level from "
                                + CompressedBlock.MIN_LEVEL + " to " + CompressedBlock.MAX_LEVEL + ")");
    }

    private static RequestTarget parsePath(String raw) {
        if (!raw.startsWith("/")) {
            return new InvalidTarget("it does not start with /");
        }
        if (raw.equals("/")) {
            return new UnknownTarget();
        }
        List<String> names;
        try {
            names = names(raw.substring(1));
        } catch (InvalidNameException e) {
            return new InvalidTarget(String.valueOf(e.getMessage()));
        }
        if (!raw.startsWith(ComponentPath.PREFIX)) {
            return new UnknownTarget();
        }
        return switch (names.size()) {
            case 4 -> new BundleTarget(names.get(3));
            case 8 ->
                new ComponentTarget(
                        new ComponentPath(names.get(3), names.get(4), names.get(5), names.get(6), names.get(7)));
            default -> new UnknownTarget();
        };
    }

    /** Percent-decodes the names of a path without its leading slash. */
    static List<String> names(String path) throws InvalidNameException {
        List<String> names = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            String name = decode(segment);
            String problem = name == null ? "is not percent-encoded UTF-8" : problem(name);
            if (problem != null) {
                throw new InvalidNameException("part " + (names.size() + 1) + " " + problem);
            }
            names.add(name);
        }
        return names;
    }

    /** Names the part and its problem. */
    final class InvalidNameException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidNameException(String message) {
            super(message);
        }
    }

    private static @Nullable String problem(String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        if (name.equals(".") || name.equals("..")) {
            return "is . or ..";
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            return "is longer than " + MAX_NAME_BYTES + " bytes";
        }
        // Names are decoded once: a % that is left would be an encoding in an encoding.
        if (name.chars().anyMatch(c -> c == '/' || c == '\\' || c == '%' || Character.isISOControl(c))) {
            return "holds a separator, a % or a control character";
        }
        return null;
    }

    private static @Nullable String decode(String segment) {
        ByteBuffer bytes = ByteBuffer.allocate(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                int value = hex(segment, i + 1);
                if (value < 0) {
                    return null;
                }
                bytes.put((byte) value);
                i += 2;
            } else if (c > ' ' && c < 0x7F && c != '?' && c != '#') {
                bytes.put((byte) c);
            } else {
                return null;
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }

    private static int hex(String text, int index) {
        if (index + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(index), 16);
        int low = Character.digit(text.charAt(index + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
