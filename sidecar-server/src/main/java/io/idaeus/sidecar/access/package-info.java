/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Who calls, and what they may do: identities, roles, the access list, bearer tokens. */
@NullMarked
package io.idaeus.sidecar.access;

import org.jspecify.annotations.NullMarked;
