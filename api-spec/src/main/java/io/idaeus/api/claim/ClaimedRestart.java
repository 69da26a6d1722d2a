/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Bounded;
import java.util.List;

/**
 * Asks a destination to stop Cassandra and to start it with these options, by {@code cassandra.lifecycle}.
 *
 * @param options JVM options to start with, besides those of every start
 */
@Bounded.Fields
public record ClaimedRestart(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Bounded.Options List<String> options) {}
