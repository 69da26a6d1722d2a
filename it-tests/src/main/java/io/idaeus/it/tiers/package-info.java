/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Runs the integration tests of a tier in forks, the longest class first. */
@org.jspecify.annotations.NullMarked
package io.idaeus.it.tiers;
