/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reason to refuse a transfer of live SSTables to another node of the cluster.
 *
 * @param code as in {@code Finding}, for instance {@code SSTABLE_UNREADABLE}
 * @param detail what was found, of each of the SSTables
 * @param sstables number of SSTables
 * @param names the first of them
 * @param ranges the token ranges that they span, {@code left:right} each; absent where they may hold any token
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SstableFinding(
        String code,
        String detail,
        int sstables,
        List<String> names,
        @Nullable List<String> ranges) {}
