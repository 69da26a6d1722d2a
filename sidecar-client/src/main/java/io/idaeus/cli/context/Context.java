/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and how to call its sidecars. Files are absolute.
 *
 * @param sidecars at least one; the first is called where a command calls one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Context(
        String name,
        List<URI> sidecars,

        @Nullable @JsonSerialize(using = ToStringSerializer.class)
        Path trust,

        @Nullable @JsonSerialize(using = ToStringSerializer.class)
        Path certificate,

        @Nullable @JsonSerialize(using = ToStringSerializer.class)
        Path key,

        @Nullable @JsonSerialize(using = ToStringSerializer.class)
        Path keyPasswordFile,

        @Nullable @JsonSerialize(using = ToStringSerializer.class)
        Path tokenFile) {}
