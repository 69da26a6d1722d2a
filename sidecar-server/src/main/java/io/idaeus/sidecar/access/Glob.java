/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text with {@code *} for any characters but a separator. */
record Glob(String text, Pattern pattern) {
    /** @param separators characters that {@code *} stands for none of; empty for no such */
    static Glob of(String text, String separators) {
        String any = separators.isEmpty() ? ".*" : "[^" + Pattern.quote(separators) + "]*";
        String regex = Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(any));
        return new Glob(text, Pattern.compile(regex, Pattern.DOTALL));
    }

    boolean matches(String value) {
        return pattern.matcher(value).matches();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob glob
                && text.equals(glob.text)
                && pattern.pattern().equals(glob.pattern.pattern());
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
