/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.ComponentPath;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From a request to what to answer. Opens files; sends nothing. One serves all connections. */
final class Responder {
    private static final Logger LOG = LoggerFactory.getLogger(Responder.class);

    /** After any other problem the rest of the connection is not worth trusting, or not wanted. */
    private static final Set<ProblemType> KEEPS_CONNECTION = Set.of(
            ProblemType.NOT_FOUND,
            ProblemType.SNAPSHOT_INCOMPLETE,
            ProblemType.RANGE_NOT_SATISFIABLE,
            ProblemType.INTERNAL);

    private final ServedFiles files;
    private final ChecksumWorkers workers;
    private final ServeMetrics meters;

    Responder(ServedFiles files, ChecksumWorkers workers, ServeMetrics meters) {
        this.files = files;
        this.workers = workers;
        this.meters = meters;
    }

    /** The answer to a request head; every failure is a problem document. */
    Answer answer(HttpRequest request) {
        try {
            RequestForm.check(request);
            RequestTarget target = target(request);
            return target instanceof RequestTarget.Checksums checksums
                    ? checksums(request, checksums)
                    : component(request, ((RequestTarget.Component) target).path());
        } catch (ProblemException problem) {
            return refusal(request, problem);
        }
    }

    /** The answer to a request for many components; every failure is a problem document. */
    Answer answer(HttpRequest request, BundleRequest asked) {
        try {
            List<BundlePart> parts = new ArrayList<>();
            long length = 0;
            for (BundleRequest.Line line : asked.lines()) {
                BundlePart part = part(line);
                length += part.lengthWithTrailer();
                parts.add(part);
                if (length > Bundle.MAX_BYTES) {
                    throw BundleRequest.tooLarge("The answer would have more bytes", Bundle.MAX_BYTES);
                }
            }
            meters.bundled();
            return new Answer.Bundle(FileAnswer.bundle(length), asked.tag(), List.copyOf(parts));
        } catch (ProblemException problem) {
            return refusal(request, problem);
        }
    }

    private BundlePart part(BundleRequest.Line line) {
        ServedFile file = find(line.path());
        if (!file.etag().value().equals(line.etag())) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_INCOMPLETE,
                    line.path() + " has the entity tag " + file.etag().value() + " (expected: " + line.etag()
                            + ", as it was asked for).");
        }
        if (line.offset() > file.size()) {
            throw new ProblemException(
                    ProblemType.RANGE_NOT_SATISFIABLE,
                    line.path() + " is asked for from byte " + line.offset() + " (expected: up to " + file.size()
                            + ", its size).");
        }
        return new BundlePart(file, line.offset());
    }

    /** The problem document that answers this request. */
    Answer refusal(HttpRequest request, ProblemException problem) {
        LOG.debug("{} {}: {}", request.method(), request.uri(), problem.getMessage(), problem.getCause());
        return new Answer.Complete(
                ProblemResponses.response(problem, request.uri()), !KEEPS_CONNECTION.contains(problem.type()));
    }

    /** A component, or the checksums of one. */
    private RequestTarget target(HttpRequest request) {
        RequestTarget target = RequestTarget.parse(request.uri());
        if (target instanceof RequestTarget.Refused refused) {
            meters.refusedPath();
            throw RequestForm.invalid("The path is refused: " + refused.why() + ".");
        }
        if (!(target instanceof RequestTarget.Component || target instanceof RequestTarget.Checksums)) {
            throw new ProblemException(
                    ProblemType.NOT_FOUND,
                    "Nothing is here (expected: " + ComponentPath.PREFIX
                            + "{tag}/{keyspace}/{table}/{sstable}/{component}).");
        }
        return target;
    }

    private Answer component(HttpRequest request, ComponentPath path) {
        ServedFile file = find(path);
        OpenFile open = open(path, file);
        boolean handedOver = false;
        try {
            Answer answer = FileAnswer.of(request, path.tag(), file, open);
            handedOver = answer instanceof Answer.Body;
            return answer;
        } finally {
            if (!handedOver) {
                open.release();
            }
        }
    }

    private Answer checksums(HttpRequest request, RequestTarget.Checksums target) {
        if (!request.method().equals(HttpMethod.GET)) {
            throw new ProblemException(
                    ProblemType.METHOD_NOT_ALLOWED, "The method is " + request.method() + " (expected: GET).");
        }
        ServedFile file = find(target.path());
        OpenFile open = open(target.path(), file);
        if (!workers.enter()) {
            open.release();
            throw new ProblemException(
                    ProblemType.OVERLOADED,
                    "The checksums of " + ChecksumWorkers.AT_A_TIME + " files are being computed already; try later.");
        }
        return new Answer.Checksums(
                FileAnswer.checksums(file, target.pieceBytes()), open, file.size(), target.pieceBytes());
    }

    private ServedFile find(ComponentPath path) {
        return files.find(path.tag(), path.keyspace(), path.table(), path.sstable(), path.component())
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NOT_FOUND, path + " is in no manifest of a live snapshot of this node."));
    }

    private OpenFile open(ComponentPath path, ServedFile file) {
        try {
            return OpenFile.open(file);
        } catch (NoSuchFileException e) {
            throw new ProblemException(ProblemType.NOT_FOUND, path + " is gone: somebody cleared the snapshot.", e);
        } catch (OpenFile.NotAFileException e) {
            meters.refusedPath();
            throw notAsListed(path, e);
        } catch (OpenFile.ChangedFileException e) {
            throw notAsListed(path, e);
        } catch (IOException e) {
            LOG.warn("{}: cannot be opened", file.path(), e);
            throw new ProblemException(
                    ProblemType.INTERNAL, path + " cannot be opened; the sidecar's log says why.", e);
        }
    }

    private static ProblemException notAsListed(ComponentPath path, IOException why) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                path + " is not what the manifest says: " + why.getMessage() + ".",
                why);
    }
}
