/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferProgressBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The progress of several transfers as one. */
final class Progress {
    private Progress() {}

    static TransferProgress sum(List<Transfer> transfers) {
        long total = 0;
        long fetched = 0;
        long resumed = 0;
        int files = 0;
        int filesFetched = 0;
        long rate = 0;
        long compressed = 0;
        long compressedTo = 0;
        for (Transfer transfer : transfers) {
            TransferProgress each = transfer.progress();
            total += each.bytesTotal();
            fetched += each.bytesFetched();
            resumed += each.bytesResumed();
            files += each.filesTotal();
            filesFetched += each.filesFetched();
            rate += each.bytesPerSecond();
            compressed += orZero(each.bytesCompressed());
            compressedTo += orZero(each.bytesCompressedTo());
        }
        Long eta = rate == 0 ? null : Long.valueOf((total - fetched) / rate);
        return TransferProgressBuilder.builder()
                .bytesTotal(total)
                .bytesFetched(fetched)
                .bytesResumed(resumed)
                .filesTotal(files)
                .filesFetched(filesFetched)
                .bytesPerSecond(rate)
                .etaSeconds(eta)
                .bytesCompressed(compressed == 0 ? null : Long.valueOf(compressed))
                .bytesCompressedTo(compressed == 0 ? null : Long.valueOf(compressedTo))
                .build();
    }

    private static long orZero(@Nullable Long bytes) {
        return bytes == null ? 0 : bytes;
    }
}
