/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts a plane's connections, in total and by {@link AddressBlock}. Those that have not authenticated have a budget of
 * their own, so that neither kind keeps the other out. Thread-safe.
 */
// Whoever authenticates does so within milliseconds. So the connection that has waited longest makes room for a new
// one:
// to refuse the new one instead would let idle connections keep everybody out.
public final class ConnectionBudget {
    private final AdmissionBounds bounds;
    private final AdmissionCounters counters;
    private final Map<AddressBlock, Holdings> byBlock = new HashMap<>();

    // The oldest first.
    private final Set<Guest> waiting = new LinkedHashSet<>();

    private int authenticated;

    public ConnectionBudget(AdmissionBounds bounds, AdmissionCounters counters) {
        this.bounds = bounds;
        this.counters = counters;
    }

    private static final class Holdings {
        private final Set<Guest> waiting = new LinkedHashSet<>();
        private int authenticated;
    }

    private enum Standing {
        WAITING,
        AUTHENTICATED,
        GONE
    }

    /** One connection. */
    public final class Guest {
        private final AddressBlock block;
        private final Runnable close;
        private Standing standing = Standing.WAITING;

        private Guest(AddressBlock block, Runnable close) {
            this.block = block;
            this.close = close;
        }

        /**
         * The plane knows who it is. Does nothing for one that has authenticated already, or has left.
         *
         * @throws ProblemException TOO_MANY_REQUESTS or OVERLOADED; the connection still counts as one that has not
         */
        public void authenticate() {
            Refusal refusal = ConnectionBudget.this.authenticate(this);
            if (refusal != null) {
                counters.countRefusal(refusal.reason());
                throw refusal.problem();
            }
        }

        public boolean isAuthenticated() {
            synchronized (ConnectionBudget.this) {
                return standing == Standing.AUTHENTICATED;
            }
        }

        /** The connection is closed. */
        public void leave() {
            ConnectionBudget.this.leave(this);
        }
    }

    private record Refusal(AdmissionReason reason, ProblemException problem) {}

    /**
     * A connection that has not authenticated; {@link Guest#leave} must follow.
     *
     * @param close called from any thread, at most once, where the connection must make room
     */
    public Guest enter(InetAddress address, Runnable close) {
        Guest guest = new Guest(AddressBlock.of(address), close);
        Guest crowdedOut = enter(guest);
        if (crowdedOut != null) {
            counters.countRefusal(AdmissionReason.UNAUTHENTICATED);
            crowdedOut.close.run();
        }
        return guest;
    }

    private synchronized @Nullable Guest enter(Guest guest) {
        Holdings holdings = byBlock.computeIfAbsent(guest.block, block -> new Holdings());
        holdings.waiting.add(guest);
        waiting.add(guest);
        counters.arrived();
        Guest oldest = null;
        if (holdings.waiting.size() > bounds.unauthenticatedPerAddress()) {
            oldest = holdings.waiting.iterator().next();
        } else if (waiting.size() > bounds.unauthenticated()) {
            oldest = waiting.iterator().next();
        }
        if (oldest != null) {
            remove(oldest);
        }
        return oldest;
    }

    private synchronized @Nullable Refusal authenticate(Guest guest) {
        if (guest.standing != Standing.WAITING) {
            return null;
        }
        Holdings holdings = holdings(guest);
        if (holdings.authenticated >= bounds.authenticatedPerAddress()) {
            return new Refusal(
                    AdmissionReason.ADDRESS,
                    new ProblemException(
                            ProblemType.TOO_MANY_REQUESTS,
                            guest.block + " has " + (holdings.authenticated + 1)
                                    + " connections to this sidecar (expected: at most "
                                    + bounds.authenticatedPerAddress() + "); retry when one has ended."));
        }
        if (authenticated >= bounds.authenticated()) {
            return new Refusal(
                    AdmissionReason.TOTAL,
                    new ProblemException(
                            ProblemType.OVERLOADED,
                            "This sidecar has " + (authenticated + 1) + " connections (expected: at most "
                                    + bounds.authenticated() + "); retry later."));
        }
        holdings.waiting.remove(guest);
        waiting.remove(guest);
        counters.authenticatedOrLeft();
        holdings.authenticated++;
        authenticated++;
        guest.standing = Standing.AUTHENTICATED;
        return null;
    }

    private synchronized void leave(Guest guest) {
        if (guest.standing != Standing.GONE) {
            remove(guest);
        }
    }

    private void remove(Guest guest) {
        Holdings holdings = holdings(guest);
        if (guest.standing == Standing.AUTHENTICATED) {
            holdings.authenticated--;
            authenticated--;
        } else {
            holdings.waiting.remove(guest);
            waiting.remove(guest);
            counters.authenticatedOrLeft();
        }
        guest.standing = Standing.GONE;
        if (holdings.authenticated == 0 && holdings.waiting.isEmpty()) {
            byBlock.remove(guest.block);
        }
    }

    private Holdings holdings(Guest guest) {
        Holdings holdings = byBlock.get(guest.block);
        if (holdings == null) {
            throw new IllegalStateException("no connection of " + guest.block + " is counted");
        }
        return holdings;
    }
}
