/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints aligned columns. A header that begins with {@code >} aligns its column to the right. */
final class Table {

    private final List<Boolean> right;
    private final List<List<String>> lines = new ArrayList<>();

    private Table(List<String> headers) {
        right = headers.stream().map(header -> header.startsWith(">")).toList();
        lines.add(headers.stream()
                .map(header -> header.startsWith(">") ? header.substring(1) : header)
                .toList());
    }

    static Table of(String... headers) {
        return new Table(List.of(headers));
    }

    Table row(Object... cells) {
        lines.add(Stream.of(cells).map(cell -> Units.plain(cell.toString())).toList());
        return this;
    }

    void print(PrintStream out) {
        if (lines.size() == 1) {
            out.println("(none)");
            return;
        }
        int[] widths = IntStream.range(0, right.size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        lines.forEach(line -> out.println(aligned(line, widths)));
    }

    private String aligned(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = line.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            text.append(right.get(column) ? padding + cell : cell + padding).append("  ");
        }
        return text.toString().stripTrailing();
    }
}
