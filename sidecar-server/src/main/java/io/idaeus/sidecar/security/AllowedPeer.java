/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * A peer that the policy allows.
 *
 * @param uri its control plane: by address with http, by name with https
 * @param control the checked address
 */
public record AllowedPeer(URI uri, InetSocketAddress control) {}
