/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code make test-plans}: dead nodes replaced by plans on real rings, and what is proven of them. */
@NullMarked
package io.idaeus.it.plans;

import org.jspecify.annotations.NullMarked;
