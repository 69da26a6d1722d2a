/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.micronaut.core.convert.exceptions.ConversionErrorException;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.server.exceptions.response.Error;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import io.micronaut.web.router.exceptions.UnsatisfiedRouteException;
import jakarta.inject.Singleton;
import java.util.stream.Collectors;

/** Turns what Micronaut rejects before it calls a controller into problem documents. */
@Singleton
final class FrameworkRefusals implements ErrorResponseProcessor<Problem> {
    @Override
    public MutableHttpResponse<Problem> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        HttpRequest<?> request = context.getRequest();
        ProblemType type = isHeadTooLong(context, response) ? tooLong(request) : typeOf(response.code());
        return ProblemDocument.fill(response, request, type, detail(context, request, type, response));
    }

    /** Micronaut answers 413 for a long head, too, and then names no cause. */
    private static boolean isHeadTooLong(ErrorContext context, MutableHttpResponse<?> response) {
        return response.code() == HttpStatus.REQUEST_ENTITY_TOO_LARGE.getCode()
                && context.getRootCause().isEmpty();
    }

    /** The decoder sets this path where it gave up in the request line. */
    private static ProblemType tooLong(HttpRequest<?> request) {
        return request.getPath().equals("/bad-request") ? ProblemType.URI_TOO_LONG : ProblemType.HEADERS_TOO_LARGE;
    }

    private static ProblemType typeOf(int status) {
        return switch (HttpStatus.valueOf(status)) {
            case NOT_FOUND -> ProblemType.NOT_FOUND;
            case METHOD_NOT_ALLOWED -> ProblemType.METHOD_NOT_ALLOWED;
            case NOT_ACCEPTABLE -> ProblemType.NOT_ACCEPTABLE;
            case REQUEST_ENTITY_TOO_LARGE -> ProblemType.PAYLOAD_TOO_LARGE;
            case REQUEST_URI_TOO_LONG -> ProblemType.URI_TOO_LONG;
            case UNSUPPORTED_MEDIA_TYPE -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            case REQUEST_HEADER_FIELDS_TOO_LARGE -> ProblemType.HEADERS_TOO_LARGE;
            default -> status < 500 ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL;
        };
    }

    private static String detail(
            ErrorContext context, HttpRequest<?> request, ProblemType type, MutableHttpResponse<?> response) {
        return switch (type) {
            case NOT_FOUND -> "There is no resource at " + request.getPath() + ". GET /docs/ shows the API.";
            case METHOD_NOT_ALLOWED ->
                request.getMethodName() + " is not allowed here (allowed: "
                        + response.getHeaders().get("Allow") + ").";
            case UNSUPPORTED_MEDIA_TYPE ->
                "The body is " + request.getContentType().map(Object::toString).orElse("untyped")
                        + " (expected: Content-Type: application/json).";
            case URI_TOO_LONG ->
                "The request line is too long (expected: at most 1 MiB). Request fewer ranges at once.";
            case HEADERS_TOO_LARGE -> "The header fields are too large (expected: at most 8 KiB together).";
            default -> context.getRootCause().map(FrameworkRefusals::detail).orElseGet(() -> messages(context));
        };
    }

    private static String detail(Throwable cause) {
        if (cause instanceof ConversionErrorException conversion) {
            String json = JsonMistake.describe(conversion);
            return json != null
                    ? json
                    : conversion.getArgument().getName() + ": found \""
                            + conversion.getConversionError().getOriginalValue().orElse("") + "\", expected "
                            + Expected.of(conversion.getArgument()) + ".";
        }
        if (cause instanceof UnsatisfiedRouteException unsatisfied) {
            return missing(unsatisfied.getArgument());
        }
        String json = JsonMistake.describe(cause);
        return json != null ? json : String.valueOf(cause.getMessage());
    }

    private static String missing(Argument<?> argument) {
        return argument.isAnnotationPresent(Body.class)
                ? "The body is missing (expected: JSON)."
                : argument.getName() + " is missing (expected: " + Expected.of(argument) + ").";
    }

    private static String messages(ErrorContext context) {
        return context.getErrors().stream().map(Error::getMessage).collect(Collectors.joining(" "));
    }
}
