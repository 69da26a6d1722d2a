/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints aligned columns. A header that begins with {@code >} aligns its column to the right. */
public final class Table {

    private final List<Boolean> right;
    private final List<List<String>> lines = new ArrayList<>();
    private String indent = "";
    private int widest = Integer.MAX_VALUE;

    private Table(List<String> headers) {
        right = headers.stream().map(header -> header.startsWith(">")).toList();
        lines.add(headers.stream()
                .map(header -> header.startsWith(">") ? header.substring(1) : header)
                .toList());
    }

    public static Table of(String... headers) {
        return new Table(List.of(headers));
    }

    public Table indent(int columns) {
        indent = " ".repeat(columns);
        return this;
    }

    /** Cells that are longer go on in the next line. */
    public Table fold(int width) {
        widest = width;
        return this;
    }

    public Table row(Object... cells) {
        lines.add(Stream.of(cells).map(cell -> Units.plain(cell.toString())).toList());
        return this;
    }

    public void print(PrintStream out) {
        if (lines.size() == 1) {
            out.println(indent + "(none)");
            return;
        }
        List<List<String>> folded = lines.stream().flatMap(this::folded).toList();
        int[] widths = IntStream.range(0, right.size())
                .map(column -> folded.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        folded.forEach(line -> out.println((indent + aligned(line, widths)).stripTrailing()));
    }

    private Stream<List<String>> folded(List<String> line) {
        List<List<String>> cells =
                line.stream().map(cell -> Paragraph.lines(cell, widest)).toList();
        int height = cells.stream().mapToInt(List::size).max().orElse(1);
        return IntStream.range(0, height).mapToObj(row -> cells.stream()
                .map(cell -> row < cell.size() ? cell.get(row) : "")
                .toList());
    }

    private String aligned(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = line.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            text.append(right.get(column) ? padding + cell : cell + padding).append("  ");
        }
        return text.toString();
    }
}
