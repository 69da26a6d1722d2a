/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.TransferRequest.CorruptPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters from command line arguments to values. */
public final class Converters {

    private Converters() {}

    /** {@code ks.table}. */
    public static final class Table implements ITypeConverter<TableRef> {
        private static final Pattern FORM = Pattern.compile("(\\w+)\\.(\\w+)");

        @Override
        public TableRef convert(String value) {
            Matcher form = matched(FORM, value, "keyspace.table");
            return new TableRef(form.group(1), form.group(2));
        }
    }

    /** {@code ks.table}, where either may be a pattern. */
    public static final class Tables implements ITypeConverter<TableRef> {
        private static final Pattern FORM = Pattern.compile("([\\w*?]+)\\.([\\w*?]+)");

        @Override
        public TableRef convert(String value) {
            Matcher form = matched(FORM, value, "keyspace.table, or a pattern, for instance keyspace.*");
            return new TableRef(form.group(1), form.group(2));
        }
    }

    /** {@code http://10.0.0.1:9043}. */
    public static final class Address implements ITypeConverter<URI> {
        @Override
        public URI convert(String value) {
            return address(value);
        }
    }

    /** The same, sent as it was typed. */
    public static final class AddressText implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            address(value);
            return value;
        }
    }

    /** @throws TypeConversionException saying what an address looks like */
    public static URI address(String value) {
        String name = "";
        try {
            URI uri = new URI(value);
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (http && uri.getHost() != null) {
                return uri;
            }
            if (http && uri.getAuthority() != null) {
                // Linux resolves node_1, and no URI has such a host.
                name =
                        "; the host by its IP address, where its name has other characters than letters, digits and hyphens";
            }
        } catch (URISyntaxException malformed) {
            // Said below.
        }
        String example = value.matches("[\\w.-]+(:\\d+)?")
                ? ", for instance http://" + value + (value.contains(":") ? "" : ":9043")
                : "";
        throw new TypeConversionException(
                "'%s' is not the address of a sidecar (expected: http://host:port or https://host:port%s)"
                        .formatted(value, example + name));
    }

    /** {@code left:right}. */
    public static final class Range implements ITypeConverter<String> {
        private static final Pattern FORM = Pattern.compile("-?\\d{1,19}:-?\\d{1,19}");

        @Override
        public String convert(String value) {
            return matched(FORM, value, "left:right, two tokens, meaning (left, right]")
                    .group();
        }
    }

    /** {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
    public static final class Time implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

        @Override
        public Duration convert(String value) {
            Matcher form = matched(FORM, value, "a number and ms, s, m or h, for instance 30s");
            long amount = Long.parseLong(form.group(1));
            if (amount == 0) {
                throw new TypeConversionException("'%s' is not a time (expected: more than 0)".formatted(value));
            }
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
    }

    /** {@code 100MiB/s}, in bytes a second. */
    public static final class Rate implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,12})(KiB|MiB|GiB)/s");
        private static final Map<String, Integer> SHIFTS = Map.of("KiB", 10, "MiB", 20, "GiB", 30);

        @Override
        public Long convert(String value) {
            Matcher form = matched(FORM, value, "a number and KiB/s, MiB/s or GiB/s, for instance 100MiB/s");
            return Long.parseLong(form.group(1)) << SHIFTS.getOrDefault(form.group(2), 0);
        }
    }

    /** Replicas of a keyspace, by data centre. */
    public record KeyspaceReplication(String keyspace, Map<String, Integer> replicas) {}

    /** {@code keyspace=dc1: 3, dc2: 2}. */
    public static final class Replication implements ITypeConverter<KeyspaceReplication> {
        private static final String EXPECTED =
                "a keyspace and how many replicas each data centre has, for instance shop='dc1: 3, dc2: 2'";
        private static final Pattern FORM = Pattern.compile("(\\w+)=(.+)");
        private static final Pattern REPLICAS = Pattern.compile("\\s*'?([^:,']+?)'?\\s*:\\s*(\\d{1,4})\\s*");

        @Override
        public KeyspaceReplication convert(String value) {
            Matcher form = matched(FORM, value, EXPECTED);
            Map<String, Integer> replicas = new LinkedHashMap<>();
            for (String each : form.group(2).split(",", -1)) {
                Matcher datacenter = REPLICAS.matcher(each);
                if (!datacenter.matches()) {
                    throw new TypeConversionException(
                            "'%s' names no replicas (expected: %s)".formatted(value, EXPECTED));
                }
                replicas.put(datacenter.group(1), Integer.valueOf(datacenter.group(2)));
            }
            return new KeyspaceReplication(form.group(1), replicas);
        }
    }

    /**
     * Consistency level of a keyspace's writes.
     *
     * @param keyspace {@code *} for all that are not named
     */
    public record KeyspaceLevel(String keyspace, String level) {}

    /** {@code LEVEL} or {@code keyspace=LEVEL}. */
    public static final class Writes implements ITypeConverter<KeyspaceLevel> {
        private static final Pattern FORM =
                Pattern.compile("(?:(\\w+)=)?((?i)ANY|ONE|TWO|THREE|QUORUM|ALL|LOCAL_QUORUM|EACH_QUORUM|LOCAL_ONE)");

        @Override
        public KeyspaceLevel convert(String value) {
            Matcher form = matched(
                    FORM,
                    value,
                    "a consistency level, for instance QUORUM, or a keyspace and one, for instance shop=ALL");
            String keyspace = form.group(1) == null ? "*" : form.group(1);
            return new KeyspaceLevel(keyspace, form.group(2).toUpperCase(Locale.ROOT));
        }
    }

    /** {@code hold-back} or {@code continue}. */
    public static final class OnCorrupt implements ITypeConverter<CorruptPolicy> {
        @Override
        public CorruptPolicy convert(String value) {
            matched(Pattern.compile("(?i)hold-back|continue"), value, "hold-back or continue");
            return CorruptPolicy.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** {@code 2026-01-02T03:04:05Z}. */
    public static final class Moment implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            try {
                return Instant.parse(value);
            } catch (DateTimeParseException malformed) {
                throw new TypeConversionException(
                        "'%s' is not a time (expected: one in UTC, for instance 2026-01-02T03:04:05Z)"
                                .formatted(value));
            }
        }
    }

    private static Matcher matched(Pattern form, String value, String expected) {
        Matcher matcher = form.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException("'%s' is invalid (expected: %s)".formatted(value, expected));
        }
        return matcher;
    }
}
