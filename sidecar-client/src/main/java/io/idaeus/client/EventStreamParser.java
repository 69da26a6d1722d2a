/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code text/event-stream}, line by line; see the WHATWG HTML standard, 9.2.6 "Interpreting an event stream".
 * Comments and the fields {@code id} and {@code retry} are skipped; an event that the stream's end cuts off is dropped.
 */
final class EventStreamParser {

    /** An event: its name ({@code message} where the stream gives none) and its data. */
    record ServerEvent(String name, String data) {}

    private final List<String> data = new ArrayList<>();
    private String name = "";
    private boolean first = true;

    /** Takes a line without its end; gives the event that it completes. */
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
