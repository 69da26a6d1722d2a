/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import com.datastax.oss.driver.api.core.DriverException;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns refusals of Cassandra over CQL into problems, with the remedy where a guardrail is the reason. */
final class CqlRefusal {
    private static final Pattern GUARDRAIL = Pattern.compile("\\bGuardrail (\\w+) violated\\b");

    // The second protects whole data centres, since 6.0: a table of this node alone counts as one of all of them.
    private static final Set<String> FULL_DISKS = Set.of("replica_disk_usage", "disk_usage_keyspace_wide_protection");

    private CqlRefusal() {}

    /** CASSANDRA_REFUSED. */
    static ProblemException problem(String what, DriverException failure) {
        String found = Unavailable.rootMessage(failure);
        return new ProblemException(
                ProblemType.CASSANDRA_REFUSED, "Cassandra refused: " + what + ": " + found + remedy(found), failure);
    }

    /** Empty where no guardrail is the reason. */
    static String remedy(String found) {
        Matcher guardrail = GUARDRAIL.matcher(found);
        if (!guardrail.find()) {
            return "";
        }
        if (FULL_DISKS.contains(guardrail.group(1))) {
            return ". Free space on the disks of Cassandra's data, or raise data_disk_usage_percentage_fail_threshold, without"
                    + " a restart by nodetool setguardrailsconfig data_disk_usage_percentage_threshold WARN FAIL";
        }
        return ". Relax this guardrail: docs/cassandra-access.md says what the sidecar works under";
    }
}
