/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import java.time.Duration;

/**
 * The time until all new nodes were NORMAL for every node.
 *
 * @param seconds from the first start
 * @param pending the longest time in which one node joined: the others wrote to it, and nobody read it
 * @param steps in lines
 */
record MeasuredGrowth(double seconds, Duration pending, String steps) {}
