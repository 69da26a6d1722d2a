/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.contract;

import io.idaeus.api.Problem;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The permission of an operation. Every operation has one, by an annotation of this class. */
@Inherited
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.ANNOTATION_TYPE, ElementType.METHOD})
public @interface Needs {
    /** The security scheme of client certificates. */
    String CERTIFICATE = "certificate";

    /** The security scheme of bearer tokens. */
    String TOKEN = "token";

    Permission value();

    /** Anybody may call it. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.OPEN)
    @interface Nothing {}

    /** For monitoring systems. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.METRICS)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `metrics`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Metrics {}

    /** For peers, and for everybody who may read. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.OBSERVE)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `observe`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Observe {}

    /** For everybody who may read. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.READ)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `read`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Read {}

    /** For peers and operators. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.LEASE)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `lease`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Lease {}

    /** For the coordinator of a comparison. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.COMPARE)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `compare`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Compare {}

    /** For the coordinator of a plan. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.STEP)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `step`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Step {}

    /** For operators. */
    @Inherited
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Needs(Permission.OPERATE)
    @SecurityRequirement(name = Needs.CERTIFICATE)
    @SecurityRequirement(name = Needs.TOKEN)
    @ApiResponse(
            responseCode = "401",
            description = "The caller is unknown",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = "The caller lacks the permission `operate`; `detail` says which roles have it",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @interface Operate {}
}
