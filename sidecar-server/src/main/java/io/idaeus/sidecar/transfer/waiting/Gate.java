/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import java.util.Optional;

/** Something that must hold before a transfer goes on. */
public interface Gate {
    /** What is in the way now; empty where nothing is. */
    Optional<Obstacle> check();
}
