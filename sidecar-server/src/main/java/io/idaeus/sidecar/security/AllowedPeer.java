/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A peer that may be called, at the address that was looked at.
 *
 * @param uri where to call its control plane. For http the host is the address itself, so that no second look-up can
 *     lead elsewhere; for https it is the name, which the certificate proves
 * @param control the same, resolved; its host string is the name that was given
 */
public record AllowedPeer(URI uri, InetSocketAddress control) {}
