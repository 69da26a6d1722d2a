/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

/**
 * Connections that a plane holds at most. Those of IPv6 are counted by /64.
 *
 * @param authenticated over all addresses
 * @param unauthenticated over all addresses, beside the authenticated ones
 */
public record AdmissionBounds(
        int authenticated, int authenticatedPerAddress, int unauthenticated, int unauthenticatedPerAddress) {}
