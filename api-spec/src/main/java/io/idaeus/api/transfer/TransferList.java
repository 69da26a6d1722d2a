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
 * Transfers, newest first.
 *
 * @param unreadable ids of transfers whose records this version of the sidecar cannot read, on the first page; absent where none
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = TransferExamples.TRANSFERS)
public record TransferList(
        List<Transfer> transfers,
        @Nullable List<String> unreadable,
        @Nullable String next) {}
