/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import io.idaeus.api.ProblemType;
import io.idaeus.api.operations.SidecarEvent.Cause;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest events of this process, and the last event of each transfer and plan that has not ended. Readers keep their own
 * position, so that a slow one costs no memory here. Thread-safe.
 */
final class RecentEvents {
    /** @param data JSON */
    record Recent(long number, String name, String data) {}

    /**
     * Where a stream begins.
     *
     * @param reset why it begins with the current state; null where it continues
     * @param current the current state, where it is reset
     * @param position the number of the last event before the stream's
     */
    record Beginning(@Nullable Cause reset, List<Recent> current, long position) {}

    private record Known(Object state, Recent event) {}

    private final String process;
    private final int mostEvents;
    private final int mostCharacters;
    private final Deque<Recent> events = new ArrayDeque<>();
    private final Map<String, Known> unfinished = new TreeMap<>();
    private long last;
    private int characters;

    /** @param process 16 hexadecimal digits that no other process has */
    RecentEvents(String process, int mostEvents, int mostCharacters) {
        this.process = process;
        this.mostEvents = mostEvents;
        this.mostCharacters = mostCharacters;
    }

    /** Whether the state is another than that of the last event of this subject. */
    synchronized boolean isNews(String subject, Object state) {
        Known known = unfinished.get(subject);
        return known == null || !known.state().equals(state);
    }

    /**
     * @param subject a transfer or a plan
     * @param state what {@link #isNews} compares; null where the subject has ended or was deleted
     */
    synchronized void add(String subject, @Nullable Object state, String name, String data) {
        Recent event = new Recent(++last, name, data);
        if (state == null) {
            unfinished.remove(subject);
        } else {
            unfinished.put(subject, new Known(state, event));
        }
        events.add(event);
        characters += data.length();
        while (events.size() > mostEvents || characters > mostCharacters) {
            characters -= events.remove().data().length();
        }
    }

    /**
     * @param lastEventId null for a new stream
     * @throws ProblemException INVALID_REQUEST where it is no id, or one that nobody has been given
     */
    synchronized Beginning begin(@Nullable String lastEventId) {
        if (lastEventId == null) {
            return reset(Cause.NO_ID);
        }
        BoundedText.EVENT_ID.require("Last-Event-ID", lastEventId);
        int hyphen = lastEventId.indexOf('-');
        if (!lastEventId.substring(0, hyphen).equals(process)) {
            return reset(Cause.RESTARTED);
        }
        long number = Long.parseLong(lastEventId.substring(hyphen + 1));
        if (number > last) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "Last-Event-ID: \"" + lastEventId + "\" (expected: the id of an event that was sent; the last is "
                            + id(last) + "). Leave it out for the current state.");
        }
        return holdsAllAfter(number) ? new Beginning(null, List.of(), number) : reset(Cause.ID_TOO_OLD);
    }

    private Beginning reset(Cause cause) {
        List<Recent> current = new ArrayList<>();
        unfinished.values().forEach(known -> current.add(known.event()));
        return new Beginning(cause, current, last);
    }

    /** Whether a reader at this position has missed nothing. */
    synchronized boolean holdsAllAfter(long position) {
        return position >= last - events.size();
    }

    /** At most so many of the events after this position, in their order. */
    synchronized List<Recent> after(long position, int most) {
        List<Recent> found = new ArrayList<>();
        long behind = Math.min(last - position, events.size());
        // Readers are close to the end, nearly always.
        Iterator<Recent> newestFirst = events.descendingIterator();
        Deque<Recent> tail = new ArrayDeque<>();
        for (long i = 0; i < behind; i++) {
            tail.push(newestFirst.next());
        }
        while (!tail.isEmpty() && found.size() < most) {
            found.add(tail.pop());
        }
        return found;
    }

    String id(long number) {
        return process + "-" + number;
    }
}
