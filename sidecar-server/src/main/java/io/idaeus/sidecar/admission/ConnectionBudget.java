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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts a plane's connections, in total and by {@link AddressBlock}. Those that have not authenticated have a budget of
 * their own, so that neither kind keeps the other out. Thread-safe.
 */
// A caller that authenticates does so within milliseconds. So the connection that has waited longest makes room for a
// new one. The same holds for the one that has rested longest between two requests. To refuse the new one instead would
// let idle connections keep everybody out.
public final class ConnectionBudget {
    private final AdmissionBounds bounds;
    private final AdmissionCounters counters;
    private final Map<AddressBlock, Holdings> byBlock = new HashMap<>();

    // The oldest first.
    private final Set<Guest> waiting = new LinkedHashSet<>();

    // Authenticated, without a request; the one that has rested longest first.
    private final Set<Guest> resting = new LinkedHashSet<>();

    // Served and resting.
    private int authenticated;

    public ConnectionBudget(AdmissionBounds bounds, AdmissionCounters counters) {
        this.bounds = bounds;
        this.counters = counters;
    }

    private static final class Holdings {
        private final Set<Guest> waiting = new LinkedHashSet<>();
        private final Set<Guest> resting = new LinkedHashSet<>();
        private int authenticated;
    }

    private enum Standing {
        WAITING,
        SERVED,
        RESTING,
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
         * The plane knows who it is, and serves it. Does nothing for one that has authenticated already, or has left. Above
         * a bound, the connection that has rested longest is closed.
         *
         * @throws ProblemException TOO_MANY_REQUESTS or OVERLOADED, where none rests; the connection still counts as one
         *     that has not authenticated
         */
        public void authenticate() {
            Guest idlest = ConnectionBudget.this.authenticate(this);
            if (idlest != null) {
                counters.countRefusal(AdmissionReason.IDLE);
                idlest.close.run();
            }
        }

        public boolean isAuthenticated() {
            synchronized (ConnectionBudget.this) {
                return standing == Standing.SERVED || standing == Standing.RESTING;
            }
        }

        /**
         * A request begins.
         *
         * @return false where the connection has made room for another one, and is about to close
         */
        public boolean serve() {
            return ConnectionBudget.this.serve(this);
        }

        /** No request is left. Does nothing for one that has not authenticated, or has left. */
        public void rest() {
            ConnectionBudget.this.rest(this);
        }

        /** The connection is closed. */
        public void leave() {
            ConnectionBudget.this.leave(this);
        }
    }

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

    private synchronized @Nullable Guest authenticate(Guest guest) {
        if (guest.standing != Standing.WAITING) {
            return null;
        }
        Guest idlest = madeRoomFor(guest);
        if (idlest != null) {
            remove(idlest);
        }
        Holdings holdings = holdings(guest);
        holdings.waiting.remove(guest);
        waiting.remove(guest);
        counters.authenticatedOrLeft();
        holdings.authenticated++;
        authenticated++;
        guest.standing = Standing.SERVED;
        return idlest;
    }

    private @Nullable Guest madeRoomFor(Guest guest) {
        Holdings holdings = holdings(guest);
        if (holdings.authenticated >= bounds.authenticatedPerAddress()) {
            return oldest(holdings.resting)
                    .orElseThrow(() -> refusal(
                            AdmissionReason.ADDRESS,
                            ProblemType.TOO_MANY_REQUESTS,
                            guest.block + " has " + (holdings.authenticated + 1)
                                    + " connections to this sidecar (expected: at most "
                                    + bounds.authenticatedPerAddress() + "); retry when one has ended."));
        }
        if (authenticated >= bounds.authenticated()) {
            return oldest(resting)
                    .orElseThrow(() -> refusal(
                            AdmissionReason.TOTAL,
                            ProblemType.OVERLOADED,
                            "This sidecar has " + (authenticated + 1) + " connections (expected: at most "
                                    + bounds.authenticated() + "); retry later."));
        }
        return null;
    }

    private ProblemException refusal(AdmissionReason reason, ProblemType type, String message) {
        counters.countRefusal(reason);
        return new ProblemException(type, message);
    }

    private static Optional<Guest> oldest(Set<Guest> guests) {
        return guests.stream().findFirst();
    }

    private synchronized boolean serve(Guest guest) {
        if (guest.standing == Standing.RESTING) {
            holdings(guest).resting.remove(guest);
            resting.remove(guest);
            guest.standing = Standing.SERVED;
        }
        return guest.standing != Standing.GONE;
    }

    private synchronized void rest(Guest guest) {
        if (guest.standing == Standing.SERVED) {
            holdings(guest).resting.add(guest);
            resting.add(guest);
            guest.standing = Standing.RESTING;
        }
    }

    private synchronized void leave(Guest guest) {
        if (guest.standing != Standing.GONE) {
            remove(guest);
        }
    }

    private void remove(Guest guest) {
        Holdings holdings = holdings(guest);
        if (guest.standing == Standing.SERVED || guest.standing == Standing.RESTING) {
            holdings.resting.remove(guest);
            resting.remove(guest);
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
