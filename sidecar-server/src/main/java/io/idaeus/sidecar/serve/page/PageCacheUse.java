/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

/**
 * How the page cache is used for sent files.
 *
 * @param readAhead whether dedicated threads read cold pages before event loops send them
 * @param dropAfterwards whether pages that were cold are dropped from the page cache afterwards; needs {@code readAhead}
 */
public record PageCacheUse(boolean readAhead, boolean dropAfterwards) {}
