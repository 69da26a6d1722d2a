/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Documents the {@link Bounds} of lists of keys and columns. */
final class RowBounds {
    private RowBounds() {}

    /** Columns of rows. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(maxItems = Bounds.MAX_COLUMNS, schema = @Schema(implementation = RowColumn.class))
    @interface RowColumns {}

    /** Keys of rows. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @ArraySchema(minItems = 1, maxItems = Bounds.MAX_ROW_KEYS, schema = @Schema(implementation = RowKey.class))
    @interface RowKeys {}
}
