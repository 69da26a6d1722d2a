/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** Every lease this sidecar has given. */
public record LeaseList(List<Lease> leases) {}
