/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

/** A part of a replacement. The phases of a run follow each other without a gap. */
record Phase(String name, double seconds) {}
