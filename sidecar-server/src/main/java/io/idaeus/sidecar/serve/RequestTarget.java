/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.wire.ComponentPath;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a request target names. Nothing here touches a file: the names are looked up, not opened. */
sealed interface RequestTarget {
    int MAX_NAME_BYTES = 255;

    /** Smaller pieces would make an answer as long as a file. */
    long MIN_PIECE_BYTES = 1024 * 1024;

    Pattern CHECKSUMS = Pattern.compile("([^?#]*)\\?crc32=([1-9][0-9]{0,17})");

    /** A component's address, well-formed. */
    record Component(ComponentPath path) implements RequestTarget {}

    /** The address of the checksums of a component's pieces: {@code ?crc32=<pieceBytes>} after its own. */
    record Checksums(ComponentPath path, long pieceBytes) implements RequestTarget {}

    /** The address of many components of a snapshot, which are named in the request's body. */
    record Bundle(String tag) implements RequestTarget {}

    /** Well-formed, and not a component's address. */
    record Unknown() implements RequestTarget {}

    /** What no honest client sends: dots, separators in disguise, control characters, over-long names. */
    record Refused(String why) implements RequestTarget {}

    /** Reads the target of a request line. Names are percent-decoded once; one that then still holds a % is refused. */
    static RequestTarget parse(String raw) {
        Matcher checksums = CHECKSUMS.matcher(raw);
        if (checksums.matches()) {
            long pieceBytes = Long.parseLong(checksums.group(2));
            RequestTarget of = parsePath(checksums.group(1));
            return pieceBytes >= MIN_PIECE_BYTES && of instanceof Component component
                    ? new Checksums(component.path(), pieceBytes)
                    : new Refused(
                            "its query is for the pieces of a component, of at least " + MIN_PIECE_BYTES + " bytes");
        }
        return parsePath(raw);
    }

    private static RequestTarget parsePath(String raw) {
        if (!raw.startsWith("/")) {
            return new Refused("the target does not start with /");
        }
        if (raw.equals("/")) {
            return new Unknown();
        }
        List<String> names;
        try {
            names = names(raw.substring(1));
        } catch (RefusedNameException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
        if (!raw.startsWith(ComponentPath.PREFIX)) {
            return new Unknown();
        }
        return switch (names.size()) {
            case 4 -> new Bundle(names.get(3));
            case 8 ->
                new Component(new ComponentPath(names.get(3), names.get(4), names.get(5), names.get(6), names.get(7)));
            default -> new Unknown();
        };
    }

    /** Decodes names that slashes part. */
    static List<String> names(String path) throws RefusedNameException {
        List<String> names = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            String name = decode(segment);
            String objection = name == null ? "its percent-encoding is broken" : objection(name);
            if (objection != null) {
                throw new RefusedNameException("part " + (names.size() + 1) + " of the path: " + objection);
            }
            names.add(name);
        }
        return names;
    }

    /** A name that no name may be. */
    final class RefusedNameException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedNameException(String message) {
            super(message);
        }
    }

    private static @Nullable String objection(String name) {
        if (name.isEmpty()) {
            return "it is empty";
        }
        if (name.equals(".") || name.equals("..")) {
            return "it is a dot";
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            return "it is longer than " + MAX_NAME_BYTES + " bytes";
        }
        if (name.chars().anyMatch(c -> c == '/' || c == '\\' || c == '%' || Character.isISOControl(c))) {
            return "it holds a separator, a % or a control character";
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

    private static int hex(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
