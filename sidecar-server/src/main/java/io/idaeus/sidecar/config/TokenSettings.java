/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.URI;

/**
 * Which bearer tokens are taken.
 *
 * @param keys a JWK set (RFC 7517), as {@code file:} or {@code https:}
 * @param issuer the {@code iss} that a token must have
 * @param audience the {@code aud} that a token must have
 */
public record TokenSettings(URI keys, String issuer, String audience) {}
