/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.value;

/**
 * Bounds of requests. The OpenAPI document and the checks of the sidecar take it from here. Patterns match a whole
 * text, and mean the same in Java and in JSON Schema.
 */
public final class Bounds {
    /** In bytes per second. */
    public static final long MIN_RATE = 64L << 10;

    /** In bytes per second. */
    public static final long MAX_RATE = 1L << 40;

    public static final int DEFAULT_PAGE = 1000;
    public static final int MAX_PAGE = 10_000;

    public static final int MAX_SOURCES = 64;
    public static final int MAX_TABLES = 1000;
    public static final int MAX_RANGES = 10_000;
    public static final int MAX_DECLARED_RANGES = 100_000;
    public static final int MAX_SLICED = 256;
    public static final int MAX_TRANSFERS = 1000;
    public static final int MAX_DIRECTORIES = 10_000;
    public static final int MAX_CONNECTIONS = 64;
    public static final int MAX_OPTIONS = 50;
    public static final int MAX_PARTS = 1000;
    /** The most tokens of a node: Cassandra takes no more. */
    public static final int MAX_TOKENS = 1536;

    /** The name of a rack. */
    public static final String RACK =
            "^[^\\x00-\\x20\\x7f-\\x9f](?:[^\\x00-\\x1f\\x7f-\\x9f]{0,98}[^\\x00-\\x20\\x7f-\\x9f])?$";

    /** The most rows in a block. */
    public static final int MAX_BLOCK_ROWS = 1_000_000;

    public static final int MAX_BLOCKS = 4096;
    public static final int MAX_BUCKETS = 4096;
    public static final int MAX_ROW_KEYS = 1000;
    public static final int MAX_KEY_COLUMNS = 1000;
    public static final int MAX_COLUMNS = 10_000;

    /** In seconds since 1970: what the native protocol has room for. */
    public static final long MAX_SECONDS = Integer.MAX_VALUE;

    /** A part of a row's key, in Base64: Cassandra takes keys of 64 KiB. */
    public static final String BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

    public static final int MAX_BASE64 = 90_000;

    /** Where a scan goes on. */
    public static final String ROW_CURSOR = "^[A-Za-z0-9_-]{1,400000}$";

    /** The longest name of a column, also in quotes in CQL. */
    public static final int MAX_COLUMN = 65_535;

    /** Of CQL. Several fit into a request. */
    public static final int MAX_STATEMENT = 200_000;

    /** In a request. */
    public static final int MAX_STATEMENTS = 1000;

    public static final int MAX_AMPLIFICATION = 1_000_000;

    public static final int MAX_NAME = 222;

    /** The name of a keyspace or a table: 48 characters, and 222 since Cassandra 5.0. */
    public static final String NAME = "^[A-Za-z0-9_]{1," + MAX_NAME + "}$";

    /** {@code keyspace.table}, where {@code *} stands for any characters, {@code ?} for one. */
    public static final String TABLE_PATTERN =
            "^[A-Za-z0-9_*?]{1," + MAX_NAME + "}\\.[A-Za-z0-9_*?]{1," + MAX_NAME + "}$";

    /** The name of an SSTable: {@code <version>-<id>-<format>}. */
    public static final String SSTABLE = "^[a-z]{2}-(?:[0-9]{1,10}|[0-9a-z]{4}_[0-9a-z]{4}_[0-9a-z]{18})-(?:big|bti)$";

    public static final int MAX_TAG = 128;

    /** The tag of a snapshot that a sidecar takes. */
    public static final String TAG = "^(?!.*\\.\\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0," + (MAX_TAG - 1) + "}$";

    public static final int MAX_SNAPSHOT = 255;

    /** The tag of any snapshot: the name of a directory. */
    public static final String SNAPSHOT = "^(?!\\.{1,2}$)(?! *$)[^/\\x00-\\x1f\\x7f-\\x9f]{1," + MAX_SNAPSHOT + "}$";

    public static final int MAX_ID = 200;

    /** The id of a lease, as its holder chose it. */
    public static final String ID = "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0," + (MAX_ID - 1) + "}$";

    public static final int MAX_PLAN = 195;

    /** The id of a plan. */
    public static final String PLAN = "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0," + (MAX_PLAN - 1) + "}$";

    public static final int MAX_KEY = 128;

    /** The key of a plan's transfer. */
    public static final String KEY = "^[A-Za-z0-9_.-]{1," + MAX_KEY + "}$";

    public static final int MAX_IDEMPOTENCY_KEY = 255;
    public static final String IDEMPOTENCY_KEY = "^[\\x21-\\x7e]{1," + MAX_IDEMPOTENCY_KEY + "}$";

    public static final int MAX_DIGEST = 200;
    public static final String DIGEST = "^[\\x21-\\x7e]{1," + MAX_DIGEST + "}$";

    /** A time, for instance {@code 30s}. */
    public static final String TIME = "^[0-9]{1,18} ?(?:ms|s|m|h|d)$";

    /** A time in UTC, as ISO 8601 has it. */
    public static final String MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?Z$";

    /** A JVM option for Cassandra. It becomes an argument of an executable: no white space, no quotes. One has tokens. */
    public static final String OPTION = "^-Dcassandra\\.[A-Za-z0-9_.]{1,100}=[A-Za-z0-9_.:,/\\[\\]+-]*$";

    /** An absolute path. */
    public static final String PATH = "^/[^\\x00-\\x1f\\x7f-\\x9f]*$";

    /** The value of {@code next} on a page, in Base64. */
    public static final String CURSOR = "^YWZ0ZXIg(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$";

    public static final String ETAGS = "^[\\x20-\\x7e]{1,255}$";

    /** The id of a server-sent event: the process that sent it, and its number there. */
    public static final String EVENT_ID = "^[0-9a-f]{16}-[0-9]{1,18}$";

    // From -2^63 to 2^63 - 1.
    private static final String TOKEN = "(?:-?(?:[0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17}|92[01][0-9]{16}"
            + "|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[01][0-9]{12}|92233720[0-2][0-9]{10}"
            + "|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}"
            + "|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}"
            + "|9223372036854775[0-7][0-9]{2}|922337203685477580[0-7])|-9223372036854775808)";

    /** One token. */
    public static final String ONE_TOKEN = "^" + TOKEN + "$";

    /** A token range, {@code left:right}. */
    public static final String RANGE = "^" + TOKEN + ":" + TOKEN + "$";

    private static final String LABEL = "(?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final String PORT =
            "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

    // As URIs have it, the last part of a name with dots begins with a letter. A name without dots need not, but is no
    // number.
    private static final String HOST_NAME = "(?:[A-Za-z0-9]" + LABEL + "\\.){0,20}[A-Za-z]" + LABEL
            + "|[0-9]{1,30}(?:[A-Za-z]|[A-Za-z-][A-Za-z0-9-]{0,30}[A-Za-z0-9])";

    /** The address of a sidecar's control plane: {@code http://host:port} or {@code https://host:port}. */
    public static final String ADDRESS = "^https?://(?:" + HOST_NAME + "|(?:" + BYTE + "\\.){3}" + BYTE
            + "|\\[[0-9A-Fa-f:.]{2,45}\\]):" + PORT + "/?$";

    private Bounds() {}
}
