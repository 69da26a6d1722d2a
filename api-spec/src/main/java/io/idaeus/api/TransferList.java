/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** Transfers, newest first. */
public record TransferList(List<Transfer> transfers) {}
