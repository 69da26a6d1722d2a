/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The links of every page lead to a file, and to a heading, of this repository. */
class LinksTest {
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

    @Test
    void everyLinkResolves() {
        List<String> broken = new ArrayList<>();
        int checked = 0;
        for (MarkdownPage page : MarkdownPage.all()) {
            for (MarkdownPage.Link link : page.links()) {
                if (ELSEWHERE.matcher(link.target()).matches()) {
                    continue;
                }
                checked++;
                if (!resolves(page, link.target())) {
                    broken.add(page.file() + ":" + link.line() + ": " + link.target());
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(checked).as("links of this repository").isGreaterThan(250);
    }

    private static boolean resolves(MarkdownPage page, String target) {
        String[] parts = target.split("#", 2);
        Path file = page.file();
        if (!parts[0].isEmpty()) {
            file = page.file()
                    .resolveSibling(URLDecoder.decode(parts[0], StandardCharsets.UTF_8))
                    .normalize();
        }
        if (!Files.exists(file)) {
            return false;
        }
        if (parts.length == 1) {
            return true;
        }
        return file.toString().endsWith(".md")
                && MarkdownPage.read(file).anchors().contains(parts[1]);
    }
}
