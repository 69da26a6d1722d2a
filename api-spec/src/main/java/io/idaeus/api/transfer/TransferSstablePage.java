/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the SSTables of a transfer.
 *
 * @param total number of SSTables over all pages
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = TransferExamples.TRANSFER_SSTABLES)
public record TransferSstablePage(
        List<TransferSstable> sstables, int total, @Nullable String next) {}
