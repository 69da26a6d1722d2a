/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Answers each line of standard input with {@code ok <words>} or {@code failed <reason>}, until standard input ends.
 */
final class Console {
    private Console() {}

    interface Agent {
        /** Answers the words of a command with words. */
        String answer(String[] words) throws Exception;
    }

    static void serve(Agent agent) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(agent, line));
            System.out.flush();
        }
    }

    private static String answer(Agent agent, String line) {
        try {
            return "ok " + agent.answer(line.split(" ", -1));
        } catch (Exception e) {
            e.printStackTrace();
            return "failed " + e;
        }
    }
}
