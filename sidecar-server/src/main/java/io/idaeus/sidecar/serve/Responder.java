/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.disk.NotRegularFileException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.file.SentBundleFile;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.ServedFiles;
import io.idaeus.sidecar.serve.request.BundleRequest;
import io.idaeus.sidecar.serve.request.RequestSyntax;
import io.idaeus.sidecar.serve.request.RequestTarget;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.ComponentPath;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns requests into responses: opens files, sends nothing. Thread-safe. */
final class Responder {
    private static final Logger LOG = LoggerFactory.getLogger(Responder.class);

    // After any other problem the connection is closed: what follows on it is not trusted, or not wanted.
    private static final Set<ProblemType> KEEPS_CONNECTION = Set.of(
            ProblemType.NOT_FOUND,
            ProblemType.SNAPSHOT_INCOMPLETE,
            ProblemType.RANGE_NOT_SATISFIABLE,
            ProblemType.INTERNAL);

    private final ServedFiles files;
    private final ChecksumWorkers workers;
    private final boolean compresses;
    private final ServeMetrics metrics;

    /** @param compresses whether zstd is available */
    Responder(ServedFiles files, ChecksumWorkers workers, boolean compresses, ServeMetrics metrics) {
        this.files = files;
        this.workers = workers;
        this.compresses = compresses;
        this.metrics = metrics;
    }

    /** For a request without a body. Failures become problem documents. */
    DataResponse respond(HttpRequest request, Readers.Reader reader) {
        try {
            RequestSyntax.check(request);
            RequestTarget target = target(request);
            if (target instanceof RequestTarget.ChecksumTarget checksums) {
                return checksums(request, checksums, reader);
            }
            if (target instanceof RequestTarget.CompressedTarget compressed) {
                return compressed(request, compressed, reader);
            }
            return component(request, ((RequestTarget.ComponentTarget) target).path(), reader);
        } catch (ProblemException problem) {
            return refusal(request, problem);
        }
    }

    /** For a bundle. Failures become problem documents. */
    DataResponse respond(HttpRequest request, BundleRequest bundle, Readers.Reader reader) {
        try {
            List<SentBundleFile> parts = new ArrayList<>();
            long length = 0;
            for (BundleRequest.Line line : bundle.lines()) {
                SentBundleFile part = part(line, reader);
                length += part.bodyBytes();
                parts.add(part);
                if (length > Bundle.MAX_BYTES) {
                    throw BundleRequest.tooLarge(
                            "The response would have " + length + " bytes or more", Bundle.MAX_BYTES);
                }
            }
            metrics.bundled();
            return new DataResponse.FileBundle(FileResponses.bundle(length), bundle.tag(), List.copyOf(parts));
        } catch (BundleRequest.InvalidLineException e) {
            metrics.invalidPath();
            return refusal(request, new ProblemException(ProblemType.INVALID_REQUEST, e.getMessage() + ".", e));
        } catch (ProblemException problem) {
            return refusal(request, problem);
        }
    }

    private SentBundleFile part(BundleRequest.Line line, Readers.Reader reader) {
        ServedFile file = find(line.path(), reader);
        if (!file.etag().value().equals(line.etag())) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_INCOMPLETE,
                    line.path() + " has the entity tag " + file.etag().value() + " (expected by the request: "
                            + line.etag() + "); read the manifest again.");
        }
        if (line.offset() > file.size()) {
            throw new ProblemException(
                    ProblemType.RANGE_NOT_SATISFIABLE,
                    "The offset for " + line.path() + " is " + line.offset() + " (expected: at most its size, "
                            + file.size() + ").");
        }
        long end = line.end() == null ? file.size() : line.end();
        if (end < line.offset() || end > file.size()) {
            throw new ProblemException(
                    ProblemType.RANGE_NOT_SATISFIABLE,
                    "The end for " + line.path() + " is " + end + " (expected: at least the offset, " + line.offset()
                            + ", and at most its size, " + file.size() + ").");
        }
        return new SentBundleFile(file, line.offset(), end);
    }

    DataResponse refusal(HttpRequest request, ProblemException problem) {
        LOG.debug("{} {}: {}", request.method(), request.uri(), problem.getMessage(), problem.getCause());
        return new DataResponse.Complete(
                ProblemResponses.response(problem, request.uri()),
                !KEEPS_CONNECTION.contains(problem.type()),
                problem.type());
    }

    private RequestTarget target(HttpRequest request) {
        RequestTarget target = RequestTarget.parse(request.uri());
        if (target instanceof RequestTarget.InvalidTarget invalid) {
            metrics.invalidPath();
            throw RequestSyntax.invalid("The path is invalid: " + invalid.reason() + ".");
        }
        if (target instanceof RequestTarget.UnknownTarget || target instanceof RequestTarget.BundleTarget) {
            throw new ProblemException(
                    ProblemType.NOT_FOUND,
                    "This is the data plane, which serves files to other sidecars alone (expected: "
                            + ComponentPath.PREFIX
                            + "{tag}/{keyspace}/{table}/{sstable}/{component}). The API and idaeus use the control"
                            + " plane: control.port, by default 9043.");
        }
        return target;
    }

    private DataResponse component(HttpRequest request, ComponentPath path, Readers.Reader reader) {
        ServedFile file = find(path, reader);
        OpenFile open = open(path, file);
        boolean handedOver = false;
        try {
            DataResponse response = FileResponses.of(request, path.tag(), file, open);
            handedOver = response instanceof DataResponse.FileBytes;
            return response;
        } finally {
            if (!handedOver) {
                open.release();
            }
        }
    }

    private DataResponse compressed(HttpRequest request, RequestTarget.CompressedTarget target, Readers.Reader reader) {
        requireGet(request);
        if (!compresses || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            throw RequestSyntax.invalid(
                    compresses
                            ? "The HTTP version is " + request.protocolVersion()
                                    + " (expected: HTTP/1.1 for compressed responses)."
                            : "This sidecar does not compress: zstd's native library cannot be loaded; leave out the"
                                    + " query.");
        }
        DataResponse response = component(request, target.path(), reader);
        return response instanceof DataResponse.FileBytes plain
                ? FileResponses.compressed(plain, target.level())
                : response;
    }

    private static void requireGet(HttpRequest request) {
        if (!request.method().equals(HttpMethod.GET)) {
            throw new ProblemException(
                    ProblemType.METHOD_NOT_ALLOWED, "The method is " + request.method() + " (expected: GET).");
        }
    }

    private DataResponse checksums(HttpRequest request, RequestTarget.ChecksumTarget target, Readers.Reader reader) {
        requireGet(request);
        ServedFile file = find(target.path(), reader);
        OpenFile open = open(target.path(), file);
        if (!workers.tryAcquire()) {
            open.release();
            throw new ProblemException(
                    ProblemType.OVERLOADED,
                    "Checksums of " + ChecksumWorkers.MAX_WORKERS
                            + " files are being computed (expected: fewer); retry later.");
        }
        return new DataResponse.PieceChecksums(
                FileResponses.checksums(file, target.pieceBytes()),
                target.path().tag(),
                open,
                file.size(),
                target.pieceBytes());
    }

    private ServedFile find(ComponentPath path, Readers.Reader reader) {
        reader.check(path.tag(), path.keyspace());
        return files.find(path.tag(), path.keyspace(), path.table(), path.sstable(), path.component())
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NOT_FOUND,
                        path + " is in no manifest of this node's snapshots (expected: a component of a snapshot that"
                                + " exists and whose manifest was read); check the tag, or read the manifest."));
    }

    private OpenFile open(ComponentPath path, ServedFile file) {
        try {
            return OpenFile.open(file);
        } catch (NoSuchFileException e) {
            throw new ProblemException(
                    ProblemType.NOT_FOUND,
                    path + " no longer exists: the snapshot was cleared outside the sidecar. Take a new snapshot.",
                    e);
        } catch (NotRegularFileException e) {
            metrics.invalidPath();
            throw differs(path, e);
        } catch (OpenFile.ChangedFileException e) {
            throw differs(path, e);
        } catch (IOException e) {
            LOG.warn("{}: opening the file failed", file.path(), e);
            throw new ProblemException(
                    ProblemType.INTERNAL, path + " cannot be opened; see the log of this sidecar.", e);
        }
    }

    private static ProblemException differs(ComponentPath path, IOException cause) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                path + " differs from the manifest: " + cause.getMessage() + ". Take a new snapshot.",
                cause);
    }
}
