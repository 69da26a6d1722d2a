/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.ui;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A file of the page.
 *
 * @param type its Content-Type
 * @param resource where its bytes are
 */
public record UiFile(String type, URL resource) {

    /**
     * Headers of every answer that is part of the page. Nothing loads from elsewhere, no script stands in a document, and no
     * other page may frame this one.
     */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-cache");

    private static final Pattern PATH = Pattern.compile("(?:[A-Za-z0-9-]+/)*[A-Za-z0-9-]+(?:\\.[A-Za-z0-9]+)+");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final String UPLOT = "uplot/";
    private static final String UPLOT_RESOURCES = "/META-INF/resources/webjars/uplot/" + version("uplot") + "/dist/";

    /** @param path relative to the page's, for instance {@code views/plans.js}; empty for the page itself */
    public static Optional<UiFile> find(String path) {
        String name = path.isEmpty() ? "index.html" : path;
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !PATH.matcher(name).matches()) {
            return Optional.empty();
        }
        String resource = name.startsWith(UPLOT)
                ? UPLOT_RESOURCES + name.substring(UPLOT.length())
                : "/META-INF/idaeus-ui/" + name;
        return Optional.ofNullable(UiFile.class.getResource(resource)).map(url -> new UiFile(type, url));
    }

    public byte[] bytes() {
        try (InputStream in = resource.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String version(String library) {
        try (InputStream in = UiFile.class.getResourceAsStream("versions.properties")) {
            Properties versions = new Properties();
            versions.load(in);
            return versions.getProperty(library);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
