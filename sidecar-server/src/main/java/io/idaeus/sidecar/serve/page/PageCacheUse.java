/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

/**
 * How sent files use the page cache.
 *
 * @param readAhead whether threads read cold pages before event loops send them
 * @param dropAfterwards needs {@code readAhead}
 */
public record PageCacheUse(boolean readAhead, boolean dropAfterwards) {}
