/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Path and query of a request. Every part is percent-encoded, so that no name leads to another address. */
final class ServerAddress {

    private final String path;
    private final List<String> query = new ArrayList<>();

    private ServerAddress(String path) {
        this.path = path;
    }

    static ServerAddress of(String... segments) {
        return new ServerAddress(
                Arrays.stream(segments).map(ServerAddress::segment).collect(Collectors.joining("/", "/", "")));
    }

    /** Adds a parameter, unless the value is null. */
    ServerAddress with(String name, @Nullable Object value) {
        if (value != null) {
            query.add(name + "=" + encode(value.toString()));
        }
        return this;
    }

    /** Adds a parameter for each value. */
    ServerAddress withEach(String name, Collection<?> values) {
        values.forEach(value -> with(name, value));
        return this;
    }

    @Override
    public String toString() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    private static String segment(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException(
                    "\"%s\" cannot stand in a path (expected: a name that is not empty, . or ..)".formatted(name));
        }
        return encode(name);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
