/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Annotations that say what operations answer, need and change: the OpenAPI document is made of them. */
@NullMarked
package io.idaeus.api.contract;

import org.jspecify.annotations.NullMarked;
