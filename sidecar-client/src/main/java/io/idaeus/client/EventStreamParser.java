/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses {@code text/event-stream} (WHATWG HTML, 9.2.6). Ignores comments, {@code id} and {@code retry}, and an event that
 * is incomplete at the end of the stream.
 */
final class EventStreamParser {

    /** @param name {@code message} where the stream names none */
    record ServerEvent(String name, String data) {}

    private final List<String> data = new ArrayList<>();
    private String name = "";
    private boolean first = true;

    /** @return The event that this line completes */
    Optional<ServerEvent> line(String raw) {
        String line = first && raw.startsWith("\uFEFF") ? raw.substring(1) : raw;
        first = false;
        if (line.isEmpty()) {
            return dispatch();
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        field(field, value.startsWith(" ") ? value.substring(1) : value);
        return Optional.empty();
    }

    private void field(String field, String value) {
        if (field.equals("data")) {
            data.add(value);
        } else if (field.equals("event")) {
            name = value;
        }
    }

    private Optional<ServerEvent> dispatch() {
        Optional<ServerEvent> event = data.isEmpty()
                ? Optional.empty()
                : Optional.of(new ServerEvent(name.isEmpty() ? "message" : name, String.join("\n", data)));
        data.clear();
        name = "";
        return event;
    }
}
