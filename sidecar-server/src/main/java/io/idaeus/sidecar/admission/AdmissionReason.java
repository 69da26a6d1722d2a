/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

/** Why a connection is refused, or closed for a later one. */
public enum AdmissionReason {
    /** It has not authenticated, and made room for a later one. */
    UNAUTHENTICATED("unauthenticated"),
    /** It was idle between two requests, and was closed to make room for a later one. */
    IDLE("idle"),
    /** Refused: its address (for IPv6, its /64) has too many authenticated connections. */
    ADDRESS("address"),
    /** Refused: all addresses together have too many authenticated connections. */
    TOTAL("total");

    private final String label;

    AdmissionReason(String label) {
        this.label = label;
    }

    /** Value of the metric label {@code reason}. */
    public String label() {
        return label;
    }
}
