/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.time.Instant;

/** Finds what rules out a table's import or needs the operator's consent. */
public final class TableCheck {
    private final Destination.Table here;
    private final Findings findings;

    public TableCheck(Destination.Table here, Findings findings) {
        this.here = here;
        this.findings = findings;
    }

    public void run() {
        if (here.system()) {
            findings.add(FindingCode.SYSTEM_KEYSPACE, subject(), here.ref().keyspace() + " is a system keyspace");
        }
        flag("VIEW", FindingCode.VIEW, "is a materialized view");
        flag("ACCORD", FindingCode.ACCORD_TABLE, "has a transactional mode");
        flag("HAS_VIEWS", FindingCode.HAS_VIEWS, "has materialized views");
        flag("CDC", FindingCode.CDC_TABLE, "has change data capture on");
    }

    public void age(SnapshotAge age, Instant now) {
        age.tooOld(here.definition().gcGraceSeconds(), now)
                .ifPresent(why -> findings.add(FindingCode.SNAPSHOT_TOO_OLD, subject(), why));
    }

    private void flag(String flag, FindingCode code, String words) {
        if (here.definition().flags().contains(flag)) {
            findings.add(code, subject(), "the table " + words);
        }
    }

    private String subject() {
        return here.ref().keyspace() + "." + here.ref().table();
    }
}
