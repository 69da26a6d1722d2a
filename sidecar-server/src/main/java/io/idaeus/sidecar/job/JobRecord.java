/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

/** A job as it is stored. */
public interface JobRecord {
    /** Ids of one kind sort by age. */
    String id();

    /** For good: its record does not change any more. */
    boolean hasEnded();
}
