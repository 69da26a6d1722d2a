/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of this repository as GitHub reads it. */
record MarkdownPage(Path file, List<String> lines) {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");
    private static final Pattern FENCE = Pattern.compile("\\s*(```+|~~~+)\\s*([\\w-]*).*");
    private static final Pattern LINK =
            Pattern.compile("!?\\[(?:[^\\[\\]]|\\[[^\\]]*])*]\\(([^()\\s]+)(?:\\s+\"[^\"]*\")?\\)");
    private static final Pattern IMAGE = Pattern.compile("(?:src|srcset|href)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*?)\\s*#*");
    private static final Pattern LINKED = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    /** @param line where it stands, from 1 */
    record Link(int line, String target) {}

    /**
     * @param line of its fence, from 1
     * @param notRun the reason of a comment {@code <!-- not run: … -->} before it, or empty
     * @param on where to run it by a comment {@code <!-- on: … -->} before it, or empty
     */
    record Block(int line, String language, String text, String notRun, String on) {}

    static MarkdownPage read(Path file) {
        try {
            return new MarkdownPage(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every page, sorted; without what builds leave. */
    static List<MarkdownPage> all() {
        Path root = Workspace.module().getParent();
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.iterate(root.relativize(file), path -> path != null, Path::getParent)
                            .noneMatch(
                                    path -> NOT_OURS.contains(path.getFileName().toString())))
                    .sorted()
                    .map(MarkdownPage::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        List<String> prose = prose();
        for (int i = 0; i < prose.size(); i++) {
            String line = prose.get(i).replaceAll("`[^`]*`", "`code`");
            for (Pattern kind : List.of(LINK, IMAGE)) {
                for (Matcher link = kind.matcher(line); link.find(); ) {
                    links.add(new Link(i + 1, link.group(1)));
                }
            }
        }
        return links;
    }

    /** The anchors that a link may name after {@code #}. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : prose()) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String slug = slug(heading.group(1));
                int times = seen.merge(slug, 1, Integer::sum);
                anchors.add(times == 1 ? slug : slug + "-" + (times - 1));
            }
        }
        return anchors;
    }

    /** The fenced blocks, in order. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String fence = "";
        String language = "";
        StringBuilder text = new StringBuilder();
        int begin = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher mark = FENCE.matcher(line);
            if (fence.isEmpty() && mark.matches()) {
                fence = mark.group(1);
                language = mark.group(2);
                begin = i + 1;
                text.setLength(0);
            } else if (!fence.isEmpty() && line.strip().equals(fence)) {
                blocks.add(new Block(begin, language, text.toString(), mark("not run", begin), mark("on", begin)));
                fence = "";
            } else if (!fence.isEmpty()) {
                text.append(line).append('\n');
            }
        }
        return blocks;
    }

    // A comment before the fence that begins in this line.
    private String mark(String kind, int fence) {
        int before = fence - 2;
        while (before >= 0 && lines.get(before).isBlank()) {
            before--;
        }
        Matcher mark = Pattern.compile("<!-- " + kind + ": (.+) -->")
                .matcher(before < 0 ? "" : lines.get(before).strip());
        return mark.matches() ? mark.group(1) : "";
    }

    // Lines in fences are blank.
    private List<String> prose() {
        List<String> prose = new ArrayList<>();
        String fence = "";
        for (String line : lines) {
            Matcher mark = FENCE.matcher(line);
            if (fence.isEmpty() && mark.matches()) {
                fence = mark.group(1);
                prose.add("");
            } else if (!fence.isEmpty()) {
                fence = line.strip().equals(fence) ? "" : fence;
                prose.add("");
            } else {
                prose.add(line);
            }
        }
        return prose;
    }

    private static String slug(String heading) {
        String text = LINKED.matcher(heading).replaceAll("$1").replaceAll("[`*]", "");
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\p{M}_ -]", "")
                .replace(' ', '-');
    }
}
