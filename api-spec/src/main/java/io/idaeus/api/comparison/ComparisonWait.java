/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import java.time.Instant;

/**
 * Why a comparison waits. It tries again by itself.
 *
 * @param detail what was found
 * @param remedy what an operator can do
 */
public record ComparisonWait(String detail, String remedy, Instant since) {}
