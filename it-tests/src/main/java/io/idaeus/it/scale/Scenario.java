/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

/** One large workload. It deletes its files, also on failure. */
interface Scenario {
    void run(ScaleSettings settings, ScaleReport report);
}
