/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import java.nio.file.Path;

/**
 * A byte range sent as a body.
 *
 * @param size of the whole file
 * @param end exclusive
 */
public record SentRange(Path path, long size, long first, long end) {}
