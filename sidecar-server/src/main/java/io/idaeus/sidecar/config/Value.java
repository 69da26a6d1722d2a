/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kind of value.
 *
 * @param expected completes "expected …"
 * @param parse returns null for other text
 */
record Value<T>(String expected, Parser<T> parse) {
    interface Parser<T> {
        @Nullable
        T parse(String text);
    }

    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,18}) ?([A-Za-z]+)");
    private static final Pattern HOST_TEXT =
            Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9]+)?");
    private static final Pattern KEYSPACES_TEXT = Pattern.compile("[A-Za-z0-9_*?]{1,48}");
    private static final Pattern PEER_TEXT = Pattern.compile("([^:/\\[\\]]+|\\[[^\\]]+])(/\\d{1,3})?(:\\d{1,5})?");
    private static final Map<String, Long> NANOS = Map.of(
            "ms",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L,
            "d",
            86_400_000_000_000L);
    private static final Map<String, Long> BYTES =
            Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

    static final Value<String> TEXT = new Value<>("text", Function.<String>identity()::apply);
    static final Value<String> HOST = new Value<>("a host name or an address", Value::host);
    static final Value<Integer> PORT = new Value<>("a port, 0 to 65535", text -> integer(text, 0, 65_535));
    static final Value<Integer> REMOTE_PORT = new Value<>("a port, 1 to 65535", text -> integer(text, 1, 65_535));
    static final Value<String> PEER =
            new Value<>("a host, an address or a network such as 10.0.0.0/8, with :port or without", Value::peer);
    static final Value<String> KEYSPACES = new Value<>(
            "a keyspace, or several such as shop_*",
            text -> KEYSPACES_TEXT.matcher(text).matches() ? text : null);
    static final Value<Boolean> BOOLEAN = new Value<>("true or false", Value::bool);
    static final Value<Duration> DURATION = new Value<>(DurationText.EXPECTED, Value::duration);
    static final Value<Long> SIZE = size(1, 1L << 50);
    static final Value<Long> RATE = new Value<>("bytes a second, for instance 100MiB/s", Value::rate);
    static final Value<Long> LIMIT = new Value<>(
            "bytes a second, 64KiB/s to 1TiB/s, for instance 100MiB/s",
            text -> within(rate(text), 64L << 10, 1L << 40));
    static final Value<Double> PERCENT = new Value<>("a share, 0% to 100%", Value::percent);
    static final Value<Path> PATH = new Value<>("an absolute path", Value::path);
    static final Value<Optional<Path>> PATH_OR_NONE = new Value<>("an absolute path, or none", text -> {
        Path path = path(text);
        return path == null && !text.equals("none") ? null : Optional.ofNullable(path);
    });
    static final Value<Path> READABLE_FILE =
            new Value<>("the absolute path of a file that this user can read", Value::file);
    static final Value<URI> KEYS = new Value<>(
            "the absolute path of a file, or an https URL, with a JWK set, for instance"
                    + " https://idp.example.org/.well-known/jwks.json",
            Value::keys);

    static Value<Integer> between(int least, int most) {
        return new Value<>("a whole number, " + least + " to " + most, text -> integer(text, least, most));
    }

    // Both bounds are included.
    static Value<Duration> time(String least, String most) {
        long from = Objects.requireNonNull(quantity(least, NANOS), least);
        long to = Objects.requireNonNull(quantity(most, NANOS), most);
        return new Value<>("a time, " + least + " to " + most + ", for instance 30m or 6h", text -> {
            Long nanos = within(quantity(text, NANOS), from, to);
            return nanos == null ? null : Duration.ofNanos(nanos);
        });
    }

    static Value<Long> size(long least, long most) {
        return new Value<>(
                "a size, " + bytes(least) + " to " + bytes(most) + ", for instance 64KiB or 1MiB",
                text -> within(quantity(text, BYTES), least, most));
    }

    static Value<Long> sizeInSteps(long step, long most) {
        return new Value<>("a multiple of " + bytes(step) + ", up to " + bytes(most), text -> {
            Long size = within(quantity(text, BYTES), step, most);
            return size == null || size % step != 0 ? null : size;
        });
    }

    static <E extends Enum<E>> Value<E> oneOf(Class<E> type) {
        E[] all = type.getEnumConstants();
        String names = Arrays.stream(all)
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" or "));
        return new Value<>(names, text -> Arrays.stream(all)
                .filter(one -> one.name().equalsIgnoreCase(text))
                .findFirst()
                .orElse(null));
    }

    // Plain http only where nobody else can answer.
    private static @Nullable URI keys(String text) {
        Path file = text.startsWith("/") ? file(text) : null;
        if (file != null) {
            return file.toUri();
        }
        try {
            URI uri = new URI(text);
            boolean secure = "https".equals(uri.getScheme())
                    || ("http".equals(uri.getScheme()) && uri.getHost() != null && Exposure.isLoopback(uri.getHost()));
            return secure && uri.getHost() != null ? uri : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static @Nullable String host(String text) {
        return HOST_TEXT.matcher(text).matches() ? text : null;
    }

    private static @Nullable Integer integer(String text, int least, int most) {
        Long number = text.matches("\\d{1,9}") ? within(Long.valueOf(text), least, most) : null;
        return number == null ? null : number.intValue();
    }

    private static @Nullable String peer(String text) {
        Matcher matcher = PEER_TEXT.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        boolean bad = host(matcher.group(1).replaceAll("[\\[\\]]", "")) == null
                || (matcher.group(3) != null && integer(matcher.group(3).substring(1), 1, 65_535) == null);
        return bad ? null : text;
    }

    private static @Nullable Boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        };
    }

    private static @Nullable Duration duration(String text) {
        Long nanos = within(quantity(text, NANOS), 1, Long.MAX_VALUE);
        return nanos == null ? null : Duration.ofNanos(nanos);
    }

    private static @Nullable Long rate(String text) {
        return text.endsWith("/s") ? within(quantity(text.substring(0, text.length() - 2), BYTES), 1, 1L << 50) : null;
    }

    private static @Nullable Double percent(String text) {
        Integer number = text.endsWith("%")
                ? integer(text.substring(0, text.length() - 1).trim(), 0, 100)
                : null;
        return number == null ? null : number / 100.0;
    }

    private static @Nullable Path path(String text) {
        try {
            Path path = Path.of(text);
            return path.isAbsolute() ? path.normalize() : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static @Nullable Path file(String text) {
        Path path = path(text);
        return path != null && Files.isRegularFile(path) && Files.isReadable(path) ? path : null;
    }

    private static @Nullable Long quantity(String text, Map<String, Long> units) {
        Matcher matcher = QUANTITY.matcher(text);
        Long unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        try {
            return unit == null ? null : Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static @Nullable Long within(@Nullable Long number, long least, long most) {
        return number == null || number < least || number > most ? null : number;
    }

    private static String bytes(long count) {
        return BYTES.entrySet().stream()
                .filter(unit -> count % unit.getValue() == 0)
                .max(Map.Entry.comparingByValue())
                .map(unit -> count / unit.getValue() + unit.getKey())
                .orElseThrow();
    }
}
