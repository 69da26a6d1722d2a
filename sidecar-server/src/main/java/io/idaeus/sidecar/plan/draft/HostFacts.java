/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Host;

/** A destination: the address of its sidecar, and what that tells. */
public record HostFacts(String sidecar, Host host) {}
