/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The CREATE statement that DESCRIBE prints for a table. */
record CreateStatement(String text) {
    private static final Pattern OPTION = Pattern.compile("(?m)^\\s*(?:\\) WITH|AND) (\\w+) = '?(\\w+)'?;?$");

    // system_schema.tables leaves out cdc if the node keeps no change log itself, and in 6.0-alpha2 always the
    // transactional mode.
    boolean cdc() {
        return option("cdc", "false").equals("true");
    }

    /** {@code off} if none. */
    String transactionalMode() {
        String mode = option("transactional_mode", "off");
        String from = option("transactional_migration_from", "none");
        return from.equals("none") || from.equals("off") ? mode : mode + ", migrating from " + from;
    }

    private String option(String name, String otherwise) {
        Matcher matcher = OPTION.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(2).toLowerCase(Locale.ROOT);
            }
        }
        return otherwise;
    }
}
