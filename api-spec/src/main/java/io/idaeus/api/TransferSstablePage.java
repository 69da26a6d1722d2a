/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SSTables of a transfer. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferSstablePage(
        List<TransferSstable> sstables, int total, @Nullable String next) {}
