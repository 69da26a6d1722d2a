/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.TableRef;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.node.CertificateInfo;
import io.idaeus.api.operations.Housekeeping;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsMaterial;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reports leftovers, certificates and the last audit records to operators. */
public final class HousekeepingOperations {
    private final CleanupMarks marks;
    private final TransferService transfers;
    private final SchemaReader schemas;
    private final AuditLog audit;
    private final @Nullable LiveTls tls;

    HousekeepingOperations(
            CleanupMarks marks,
            TransferService transfers,
            SchemaReader schemas,
            AuditLog audit,
            @Nullable LiveTls tls) {
        this.marks = marks;
        this.transfers = transfers;
        this.schemas = schemas;
        this.audit = audit;
        this.tls = tls;
    }

    public Housekeeping housekeeping(Call call) {
        call.require(Permission.READ);
        return new Housekeeping(
                marks.all(this::tables),
                transfers.orphans(),
                tls == null ? List.of() : certificates(tls.current().material()));
    }

    /** The last records of the audit trail, each a JSON object as its file has it. */
    public List<String> audit(Call call) {
        call.require(Permission.OPERATE);
        return audit.last();
    }

    private List<TableRef> tables() {
        return schemas.keyspaces().stream()
                .flatMap(keyspace -> keyspace.tables().stream().map(table -> new TableRef(keyspace.name(), table)))
                .toList();
    }

    private static List<CertificateInfo> certificates(TlsMaterial material) {
        return Stream.concat(
                        material.chain().stream().map(each -> describe(CertificateInfo.Use.IDENTITY, each)),
                        material.trust().stream().map(each -> describe(CertificateInfo.Use.TRUST, each)))
                .sorted(Comparator.comparing(CertificateInfo::expiresAt))
                .toList();
    }

    private static CertificateInfo describe(CertificateInfo.Use use, X509Certificate certificate) {
        return new CertificateInfo(
                use,
                certificate.getSubjectX500Principal().getName(),
                certificate.getIssuerX500Principal().getName(),
                certificate.getNotAfter().toInstant());
    }
}
