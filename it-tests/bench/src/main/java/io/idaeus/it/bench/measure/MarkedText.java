/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a document that a benchmark writes.
 *
 * @param name the command, which the two marks name
 */
public record MarkedText(String name) {
    private String begin() {
        return "<!-- " + name + ": begin -->";
    }

    private String end() {
        return "<!-- " + name + ": end -->";
    }

    /** @throws IOException if the document lacks the marks */
    public String read(Path document) throws IOException {
        String text = Files.readString(document);
        return text.substring(first(document, text), last(document, text));
    }

    /** @throws IOException if the document lacks the marks; then it stays as it is */
    public void replace(Path document, String part) throws IOException {
        String text = Files.readString(document);
        Files.writeString(
                document,
                text.substring(0, first(document, text)) + "\n" + part + text.substring(last(document, text)));
    }

    private int first(Path document, String text) throws IOException {
        int begin = text.indexOf(begin());
        if (begin < 0) {
            throw missing(document);
        }
        return begin + begin().length();
    }

    private int last(Path document, String text) throws IOException {
        int end = text.indexOf(end(), first(document, text));
        if (end < 0) {
            throw missing(document);
        }
        return end;
    }

    private IOException missing(Path document) {
        return new IOException(document + ": expected the lines " + begin() + " and " + end());
    }
}
