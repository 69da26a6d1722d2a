/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

/** Why a connection is refused, or closed for a later one. */
public enum AdmissionReason {
    /** It has not authenticated, and made room for a later one. */
    UNAUTHENTICATED("unauthenticated"),
    /** It has rested between two requests, and made room for a later one. */
    IDLE("idle"),
    /** Its address has too many connections that have authenticated. */
    ADDRESS("address"),
    /** All addresses together have. */
    TOTAL("total");

    private final String label;

    AdmissionReason(String label) {
        this.label = label;
    }

    /** As metrics name it. */
    public String label() {
        return label;
    }
}
