/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

/** Something large, done once. What it made is gone when it returns, also by an exception. */
interface Scenario {
    void run(ScaleSettings settings, ScaleReport report);
}
