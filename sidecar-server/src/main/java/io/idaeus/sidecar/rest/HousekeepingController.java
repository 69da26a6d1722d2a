/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.AuditEntry;
import io.idaeus.api.AuditTail;
import io.idaeus.api.CertificateInfo;
import io.idaeus.api.Housekeeping;
import io.idaeus.api.HousekeepingApi;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsMaterial;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is left to tidy up at this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class HousekeepingController implements HousekeepingApi {
    private final CleanupMarks marks;
    private final TransferService transfers;
    private final CassandraDoor door;
    private final AuditLog audit;
    private final ObjectMapper json;
    private final @Nullable LiveTls tls;

    HousekeepingController(
            CleanupMarks marks,
            TransferService transfers,
            CassandraDoor door,
            AuditLog audit,
            ObjectMapper json,
            @Nullable LiveTls tls) {
        this.marks = marks;
        this.transfers = transfers;
        this.door = door;
        this.audit = audit;
        this.json = json;
        this.tls = tls;
    }

    @Override
    public Housekeeping housekeeping() {
        return new Housekeeping(
                marks.all(this::tables),
                transfers.orphans(),
                tls == null ? List.of() : certificates(tls.current().material()));
    }

    @Override
    public AuditTail audit() {
        return new AuditTail(audit.last().stream().map(this::entry).toList());
    }

    private List<TableRef> tables() {
        return door.schemas().keyspaces().stream()
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

    private AuditEntry entry(String line) {
        try {
            return json.readValue(line, AuditEntry.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the audit trail wrote a line that it cannot read", e);
        }
    }
}
