/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.output;

import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what a transfer waits for, and what ends the wait. */
public final class Waiting {

    private Waiting() {}

    /** For instance {@code disk space}. */
    public static String cause(TransferWait waiting) {
        return waiting.cause().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The same for the same wait, however often it was checked; null where there is none. */
    public static @Nullable String key(@Nullable TransferWait waiting) {
        return waiting == null ? null : waiting.cause() + waiting.detail() + waiting.remedy();
    }

    /** The wait and its remedy, or that the wait is over; nothing where the transfer has ended. */
    public static List<String> lines(TransferEvent event) {
        TransferWait waiting = event.waiting();
        String head = Units.instant(event.at()) + " " + event.state();
        if (waiting == null) {
            return event.state().isFinal() || event.state() == TransferState.CANCELLING
                    ? List.of()
                    : List.of(head + " The wait is over");
        }
        return Stream.of("Waiting: " + Units.plain(waiting.detail()), "Remedy: " + Units.plain(waiting.remedy()))
                .filter(line -> !line.endsWith(": "))
                .map(line -> head + " " + line)
                .toList();
    }
}
