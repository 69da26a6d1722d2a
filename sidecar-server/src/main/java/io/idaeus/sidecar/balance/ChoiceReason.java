/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** Why a source serves a range. */
public enum ChoiceReason {
    /** Every candidate is needed. */
    NO_OTHER_CANDIDATE,
    /** A source in the destination's rack, at no cost to the balance. */
    SAME_RACK,
    /** A source in the destination's data center, at no cost to the balance. */
    SAME_DATA_CENTER,
    /** Its files are whole anyway: the destination takes as few sources as possible. */
    FEWEST_SOURCES,
    /** It keeps the busiest source's bytes low. */
    BYTES,
    /** The range passes from it to the destination: no other has what every quorum relies on. */
    LOSES_RANGE
}
