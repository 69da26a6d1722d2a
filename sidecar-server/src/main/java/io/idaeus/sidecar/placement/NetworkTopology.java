/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code NetworkTopologyStrategy}: in each data centre the next nodes along the ring that stand in different racks; where it
 * has fewer racks than replicas, the first nodes met fill the rest.
 *
 * @param replicas of each range, by data centre
 */
public record NetworkTopology(Map<String, Integer> replicas) implements Placement {
    public NetworkTopology {
        replicas = Map.copyOf(replicas);
    }

    @Override
    public Walk over(List<RingNode> nodes) {
        return new TopologyWalk(nodes, replicas);
    }

    private static final class TopologyWalk implements Walk {
        // By index of the node.
        private final int[] datacenterOf;
        private final int[] rackOf;
        // By index of the data centre.
        private final int[] wanted;
        private final int[] repeatsAllowed;
        private final int[] left;
        private final int[] repeats;
        private final boolean[] rackSeen;
        private final int[] taken;
        private int takenCount;
        private int openDatacenters;

        TopologyWalk(List<RingNode> nodes, Map<String, Integer> replicas) {
            Map<String, Integer> datacenters = new HashMap<>();
            Map<List<String>, Integer> racks = new HashMap<>();
            datacenterOf = new int[nodes.size()];
            rackOf = new int[nodes.size()];
            for (int i = 0; i < nodes.size(); i++) {
                RingNode node = nodes.get(i);
                datacenterOf[i] = datacenters.computeIfAbsent(node.datacenter(), name -> datacenters.size());
                rackOf[i] = racks.computeIfAbsent(List.of(node.datacenter(), node.rack()), place -> racks.size());
            }
            wanted = new int[datacenters.size()];
            repeatsAllowed = new int[datacenters.size()];
            datacenters.forEach((name, index) -> {
                int rf = replicas.getOrDefault(name, 0);
                long here = nodes.stream()
                        .filter(node -> node.datacenter().equals(name))
                        .count();
                long racksHere = racks.keySet().stream()
                        .filter(place -> place.get(0).equals(name))
                        .count();
                wanted[index] = (int) Math.min(rf, here);
                repeatsAllowed[index] = (int) (rf - racksHere);
            });
            left = new int[wanted.length];
            repeats = new int[wanted.length];
            rackSeen = new boolean[racks.size()];
            taken = new int[Arrays.stream(wanted).sum()];
            begin();
        }

        @Override
        public void begin() {
            System.arraycopy(wanted, 0, left, 0, wanted.length);
            System.arraycopy(repeatsAllowed, 0, repeats, 0, repeats.length);
            Arrays.fill(rackSeen, false);
            takenCount = 0;
            openDatacenters =
                    (int) Arrays.stream(wanted).filter(each -> each > 0).count();
        }

        @Override
        public boolean take(int node) {
            int datacenter = datacenterOf[node];
            if (left[datacenter] == 0 || isTaken(node)) {
                return false;
            }
            if (rackSeen[rackOf[node]]) {
                // The racks that are left have a place each.
                if (repeats[datacenter] <= 0) {
                    return false;
                }
                repeats[datacenter]--;
            }
            rackSeen[rackOf[node]] = true;
            taken[takenCount++] = node;
            if (--left[datacenter] == 0) {
                openDatacenters--;
            }
            return true;
        }

        private boolean isTaken(int node) {
            for (int i = 0; i < takenCount; i++) {
                if (taken[i] == node) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isComplete() {
            return openDatacenters == 0;
        }
    }
}
