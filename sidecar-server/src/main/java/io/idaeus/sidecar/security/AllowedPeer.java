/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A peer that the policy allows, at the address that was checked.
 *
 * @param uri its control plane. With http the host is the address, so that no second look-up leads elsewhere; with https
 *     it is the name, which the certificate proves
 * @param control the same, resolved; its host string is the name in the request
 */
public record AllowedPeer(URI uri, InetSocketAddress control) {}
