/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.output;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers for people. */
public final class Units {

    private static final List<String> BINARY = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
    private static final int SHORT_TOKEN = 8;

    private Units() {}

    /** For instance {@code 1.5 KiB}. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1023.95 && unit < BINARY.size() - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, BINARY.get(unit));
    }

    /** For instance {@code 25.0 MiB/s}. */
    public static String rate(double bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f MiB/s", bytesPerSecond / (1 << 20));
    }

    public static String rate(long bytesPerSecond) {
        return rate((double) bytesPerSecond);
    }

    /** For instance {@code 42 s} or {@code 1 h 05 min}. */
    public static String duration(long seconds) {
        Duration duration = Duration.ofSeconds(seconds);
        if (duration.toHours() > 0) {
            return "%d h %02d min".formatted(duration.toHours(), duration.toMinutesPart());
        }
        return duration.toMinutes() > 0
                ? "%d min %02d s".formatted(duration.toMinutes(), duration.toSecondsPart())
                : seconds + " s";
    }

    /** For instance {@code 0.5 s}. */
    public static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    /** For instance {@code 50 %}; rounded down. */
    public static String percent(long part, long whole) {
        return whole <= 0
                ? "0 %"
                : BigInteger.valueOf(part).multiply(BigInteger.valueOf(100)).divide(BigInteger.valueOf(whole)) + " %";
    }

    /** A long token is cut to four decimals: {@code -9223372036854775808} becomes {@code -9.2233e18}. */
    public static String token(String token) {
        String digits = token.startsWith("-") ? token.substring(1) : token;
        if (digits.length() <= SHORT_TOKEN || !digits.chars().allMatch(Character::isDigit)) {
            return token;
        }
        String sign = token.startsWith("-") ? "-" : "";
        return "%s%s.%se%d".formatted(sign, digits.charAt(0), digits.substring(1, 5), digits.length() - 1);
    }

    /** To the second, in UTC. */
    public static String instant(@Nullable Instant instant) {
        return instant == null ? "-" : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Foreign text on one line, without control characters. Where it names a call of the API, it names the command. */
    public static String plain(String text) {
        return ApiCalls.asCommands(text.strip().replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "?"));
    }
}
