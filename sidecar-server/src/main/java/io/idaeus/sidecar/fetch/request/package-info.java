/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Requests to a peer and their responses. Knows no files. */
@NullMarked
package io.idaeus.sidecar.fetch.request;

import org.jspecify.annotations.NullMarked;
