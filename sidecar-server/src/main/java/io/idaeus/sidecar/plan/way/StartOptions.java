/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

/** The JVM options of Cassandra that decide how a node joins. */
public final class StartOptions {
    public static final String OUTSIDE = "-Dcassandra.join_ring=false";
    public static final String SURVEY = "-Dcassandra.write_survey=true";

    /** With the address of the node whose place it takes. */
    public static final String REPLACE = "-Dcassandra.replace_address_first_boot";

    static final String ALLOW_UNSAFE_REPLACE = "-Dcassandra.allow_unsafe_replace=true";
    static final String NO_BOOTSTRAP = "-Dcassandra.auto_bootstrap=false";

    // Whatever cassandra.yaml says: a rebuilt data centre may have left false there.
    static final String BOOTSTRAP = "-Dcassandra.auto_bootstrap=true";

    // From 5.0 on a second start forgets by default which ranges are available.
    static final String KEEP_PROGRESS = "-Dcassandra.reset_bootstrap_progress=false";

    private StartOptions() {}

    /** The node takes the place of the one with this address. */
    public static String replacing(String address) {
        return REPLACE + "=" + address;
    }
}
