/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import java.util.Optional;

/** A report of a fork on the class that it runs: a line, its words divided by tabs. */
sealed interface ForkEvent {
    /** @param detail the exception, and where the rest is */
    record Failed(String test, String detail) implements ForkEvent {
        @Override
        public String line() {
            return "failed\t" + quoted(test) + "\t" + quoted(detail);
        }
    }

    record Skipped(String test, String reason) implements ForkEvent {
        @Override
        public String line() {
            return "skipped\t" + quoted(test) + "\t" + quoted(reason);
        }
    }

    /**
     * The class has ended.
     *
     * @param starts of Cassandra
     */
    record Done(int passed, int failed, int skipped, long millis, int starts) implements ForkEvent {
        @Override
        public String line() {
            return "done\t%d\t%d\t%d\t%d\t%d".formatted(passed, failed, skipped, millis, starts);
        }
    }

    String line();

    /** Empty for a line that something else wrote. */
    static Optional<ForkEvent> parse(String line) {
        String[] words = line.split("\t", -1);
        if (words.length == 3 && words[0].equals("failed")) {
            return Optional.of(new Failed(plain(words[1]), plain(words[2])));
        }
        if (words.length == 3 && words[0].equals("skipped")) {
            return Optional.of(new Skipped(plain(words[1]), plain(words[2])));
        }
        if (words.length == 6 && words[0].equals("done")) {
            return Optional.of(new Done(
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]),
                    Integer.parseInt(words[5])));
        }
        return Optional.empty();
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "  ")
                .replace("\n", "\\n")
                .replace("\r", "");
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                plain.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
