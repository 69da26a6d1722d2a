/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.client.ClaimsClient;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Plans at their destinations, where a sidecar that adopts one finds it: its progress in the claim, its draft in parts,
 * since a request has a bounded size.
 */
public final class DraftParts {
    private static final int BYTES = 128 << 10;
    private static final ObjectMapper JSON = StateJson.mapper();

    private DraftParts() {}

    public static String progress(PlanRecord plan) {
        try {
            return JSON.writeValueAsString(StoredProgress.of(plan));
        } catch (IOException e) {
            throw new IllegalStateException("a plan that was stored cannot be written", e);
        }
    }

    public static void send(ClaimsClient claims, PlanRecord plan) {
        byte[] whole = compressed(plan.draft());
        int parts = (whole.length + BYTES - 1) / BYTES;
        for (int part = 0; part < parts; part++) {
            byte[] data = Arrays.copyOfRange(whole, part * BYTES, Math.min(whole.length, (part + 1) * BYTES));
            claims.storeDraft(plan.id(), part, new DraftPart(plan.draft().digest(), plan.fence(), parts, data));
        }
    }

    private static byte[] compressed(Draft draft) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            JSON.writeValue(out, draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws ProblemException UNKNOWN_PLAN where the destination does not keep the whole plan, or not one of this version */
    public static PlanRecord fetch(ClaimsClient claims, String plan) {
        Claim claim = claims.get(plan);
        if (!claim.draftKept()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_PLAN,
                    "that node does not keep all of plan " + plan + "; adopt it from another destination");
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        int parts = 1;
        for (int part = 0; part < parts; part++) {
            DraftPart draft = claims.draft(plan, part);
            parts = draft.parts();
            whole.writeBytes(draft.data());
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(whole.toByteArray()))) {
            Draft draft = JSON.readValue(in, Draft.class);
            return JSON.readValue(Objects.requireNonNullElse(claim.record(), ""), StoredProgress.class)
                    .in(draft);
        } catch (IOException | IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_PLAN, "the record of plan " + plan + " cannot be read: " + e.getMessage(), e);
        }
    }
}
