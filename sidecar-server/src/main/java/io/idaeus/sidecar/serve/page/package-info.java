/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Page-cache care for sent files: reads cold pages ahead of event loops, and drops them afterwards. Knows no HTTP. */
@NullMarked
package io.idaeus.sidecar.serve.page;

import org.jspecify.annotations.NullMarked;
