/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** All leases that this sidecar has granted and that have not ended. */
public record LeaseList(List<Lease> leases) {}
