/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import java.util.Optional;

/** Must be clear before a transfer goes on. */
public interface Gate {
    /** Empty is clear. */
    Optional<Obstacle> check();
}
