/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** Nearest first. */
enum Proximity {
    SAME_RACK,
    SAME_DATA_CENTER,
    REMOTE
}
