/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/** How a replacement joins the ring. */
public enum PlanWay {
    /** Filled before it joins; then it receives writes while nobody reads it, until it has everything. */
    SURVEY,
    /** Filled before it joins; then it is read at once. */
    DIRECT,
    /** By Cassandra's own streaming. Idaeus moves nothing. */
    BOOTSTRAP
}
