/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.output;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Sidecars name calls of their API in hints; whoever uses the command needs the command. */
final class ApiCalls {

    private static final Pattern CALL = Pattern.compile("\\bGET /v1/([a-z]+)(?:/([0-9A-Za-z-]+)(/sstables)?)?");
    private static final Map<String, String> LISTS = Map.of(
            "transfers", "transfer list",
            "snapshots", "snapshot list",
            "plans", "plan list",
            "comparisons", "compare list",
            "keyspaces", "keyspaces",
            "limits", "limits",
            "node", "node");
    private static final Map<String, String> ONE =
            Map.of("transfers", "transfer show", "plans", "plan show", "comparisons", "compare show");

    private ApiCalls() {}

    /** {@code GET /v1/transfers} becomes {@code idaeus transfer list}. Calls that have no command stay. */
    static String asCommands(String text) {
        return text.contains("GET /v1/") ? CALL.matcher(text).replaceAll(ApiCalls::command) : text;
    }

    private static String command(MatchResult call) {
        String id = call.group(2);
        String command = (id == null ? LISTS : ONE).get(call.group(1));
        if (command == null) {
            return call.group();
        }
        return "idaeus " + command + (id == null ? "" : " " + id) + (call.group(3) == null ? "" : " --sstables");
    }
}
