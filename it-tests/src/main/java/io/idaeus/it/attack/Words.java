/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.List;

/** Judges what a sidecar says about a peer: people read it, and logs and terminals show it. */
final class Words {
    private static final int LONGEST = 4_096;

    private final Tally tally;
    private final List<String> names;

    /** @param names of the peer, of which a problem has one */
    Words(Tally tally, List<String> names) {
        this.tally = tally;
        this.names = names;
    }

    /** @param during the attack */
    void check(String text, String during) {
        if (text.length() > LONGEST) {
            tally.breaks(
                    "a text of " + text.length() + " characters: " + BrokenAnswers.shown(text) + ", after " + during);
        }
        if (text.chars().anyMatch(Character::isISOControl) || text.indexOf('\u202e') >= 0) {
            tally.breaks("control characters of the peer in: " + BrokenAnswers.shown(text) + ", after " + during);
        }
    }

    void checkNaming(String text, String during) {
        check(text, during);
        if (names.stream().noneMatch(text::contains)) {
            tally.breaks("a problem that names no peer: " + text.substring(0, Math.min(text.length(), 300)) + ", after "
                    + during);
        }
    }
}
