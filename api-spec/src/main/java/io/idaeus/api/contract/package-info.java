/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What operations answer, need and change, said by annotations: the OpenAPI document is made of them. */
@NullMarked
package io.idaeus.api.contract;

import org.jspecify.annotations.NullMarked;
