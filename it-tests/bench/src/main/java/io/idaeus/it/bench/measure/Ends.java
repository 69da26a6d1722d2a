/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where sender and receiver run.
 *
 * @param sender in front of the sender's commands; empty for none
 * @param receiver in front of the receiver's commands; empty for none
 * @param host the sender's IPv4 address, as the receiver sees it
 */
public record Ends(List<String> sender, List<String> receiver, String host) {
    public static final Ends LOOPBACK = new Ends(List.of(), List.of(), "127.0.0.1");

    public List<String> atSender(List<String> command) {
        return Stream.concat(sender.stream(), command.stream()).toList();
    }

    public List<String> atReceiver(List<String> command) {
        return Stream.concat(receiver.stream(), command.stream()).toList();
    }
}
