/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.disk.HungMount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LowSpaceTest {
    // Every file system has less free than twice its size.
    private static final LowSpace ALWAYS = new LowSpace(2, Duration.ofHours(1));
    private static final LowSpace NEVER = new LowSpace(0, Duration.ofHours(1));

    @TempDir
    Path directory;

    @Test
    void theShareThatIsFreeDecides() {
        assertThat(ALWAYS.isNow(List.of(directory))).isTrue();
        assertThat(NEVER.isNow(List.of(directory))).isFalse();
        assertThat(ALWAYS.isNow(List.of())).isFalse();
        assertThat(ALWAYS.isNow(List.of(directory.resolve("missing")))).isFalse();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatHangsLeavesTheOthersToDecide() throws Exception {
        HungMount mount = new HungMount(Files.createDirectory(directory.resolve("mount")));

        assertThat(ALWAYS.isNow(List.of(mount.path(), directory))).isTrue();
        assertThat(ALWAYS.isNow(List.of(mount.path()))).isFalse();
        mount.comeBack();
    }
}
