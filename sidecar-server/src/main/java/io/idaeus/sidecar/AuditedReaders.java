/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.access.Identity;
import io.idaeus.sidecar.audit.Actor;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.AuditRecord;
import io.idaeus.sidecar.serve.Readers;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records refusals on the data plane. */
final class AuditedReaders implements Readers {
    private static final String OPERATION = "readData";

    private final Readers readers;
    private final AccessControl access;
    private final AuditLog audit;

    AuditedReaders(Readers readers, AccessControl access, AuditLog audit) {
        this.readers = readers;
        this.access = access;
        this.audit = audit;
    }

    @Override
    public Reader connected(@Nullable X509Certificate certificate) {
        return readers.connected(certificate);
    }

    @Override
    public Reader anybody() {
        return readers.anybody();
    }

    @Override
    public void refused(InetAddress from, @Nullable X509Certificate certificate, String path, ProblemType why) {
        Identity identity = certificate == null ? null : Identity.of(certificate);
        Actor actor = identity == null
                ? new Actor(null, null, "", from.getHostAddress())
                : new Actor(
                        identity.shown(),
                        identity.issuer(),
                        access.caller(identity).roles(),
                        from.getHostAddress());
        int query = path.indexOf('?');
        String named = query < 0 ? path : path.substring(0, query);
        audit.refused(AuditRecord.call(
                AuditRecord.Plane.DATA,
                audit.now(),
                OPERATION,
                named.isEmpty() ? Map.of() : Map.of("path", named),
                actor,
                why.status(),
                why.slug(),
                null));
    }
}
