// Tokens and the ring, drawn. Tokens of the Murmur3Partitioner are signed 64-bit integers; a range is `start:end`, without
// its start and with its end, and wraps around where the end is not greater.

import {s} from './dom.js';

const SPAN = 2n ** 64n;
const LEAST = -(2n ** 63n);
const ARCS = 2_000;

/** @returns {start, length} as shares of the ring, from 0 to 1 */
export function arc(range) {
  const [start, end] = range.split(':').map(BigInt);
  const length = end > start ? end - start : end - start + SPAN;
  return {start: share(start - LEAST), length: share(length)};
}

function share(tokens) {
  return Number(tokens * 1_000_000_000n / SPAN) / 1_000_000_000;
}

/** Which colour a node has, always the same one; nodes that are down have the colour of what is wrong. */
export function colours(nodes) {
  const sorted = [...nodes].sort((a, b) => a.address.localeCompare(b.address, undefined, {numeric: true}));
  return new Map(sorted.map((node, i) => [node.hostId, node.liveness === 'UP' ? `node-${i % 8}` : 'node-down']));
}

/**
 * The ring of a keyspace: an arc for each range in the colour of its first replica of the data centre. Where a node is
 * chosen, what it holds is coloured by whether another live node has it too.
 */
export function ring(ranges, nodes, chosen, datacenter, choose) {
  const colour = colours(nodes);
  const down = new Set(nodes.filter(node => node.liveness !== 'UP').map(node => node.hostId));
  const drawn = merged(ranges.map(range => ({...arc(range.range), look: look(range, colour, down, chosen, datacenter),
    first: range.replicas.find(each => each.datacenter === datacenter)?.hostId})));
  return s('svg', {viewBox: '-110 -110 220 220', class: 'ring', role: 'img',
    'aria-label': `Ring of data center ${datacenter}: ${ranges.length} ranges. The tables beside it say the same.`},
  drawn.map(each => s('path', {d: path(each.start, each.length), class: each.look,
    onclick: () => each.first && choose(each.first)})),
  s('text', {'text-anchor': 'middle', y: -2, class: 'ring-name'}, datacenter),
  s('text', {'text-anchor': 'middle', y: 14, class: 'ring-note'}, `${ranges.length} ranges`));
}

/**
 * A ring by its tokens: an arc for the range that ends at each, in the colour of the node that has the token.
 *
 * @param tokens [{token, look}], of one data center
 */
export function tokenRing(tokens, name, label) {
  const sorted = tokens.map(each => ({...each, token: BigInt(each.token)})).sort((a, b) => (a.token < b.token ? -1 : 1));
  const drawn = merged(sorted.map((each, i) =>
    ({...arc(`${sorted[(i || sorted.length) - 1].token}:${each.token}`), look: `arc ${each.look}`})));
  return s('svg', {viewBox: '-110 -110 220 220', class: 'ring', role: 'img', 'aria-label': label},
    drawn.map(each => s('path', {d: path(each.start, each.length), class: each.look})),
    s('text', {'text-anchor': 'middle', y: -2, class: 'ring-name'}, name),
    s('text', {'text-anchor': 'middle', y: 14, class: 'ring-note'}, `${sorted.length} token${sorted.length === 1 ? '' : 's'}`));
}

function look(range, colour, down, chosen, datacenter) {
  const replicas = range.replicas.filter(each => each.datacenter === datacenter);
  if (chosen === null) {
    const first = replicas[0];
    return first === undefined ? 'arc none' : `arc ${colour.get(first.hostId) ?? 'none'}`;
  }
  if (!range.replicas.some(each => each.hostId === chosen)) {
    return 'arc faint';
  }
  const others = range.replicas.filter(each => each.hostId !== chosen && !down.has(each.hostId));
  const source = others.find(each => each.datacenter === datacenter) ?? others[0];
  return source === undefined ? 'arc gap' : `arc ${colour.get(source.hostId)}`;
}

function merged(arcs) {
  arcs.sort((a, b) => a.start - b.start);
  const all = [];
  for (const each of arcs) {
    const last = all[all.length - 1];
    const near = last && each.start - (last.start + last.length) < 1 / ARCS;
    if (near && (last.look === each.look || arcs.length > ARCS && last.length < 1 / ARCS && each.look !== 'arc gap')) {
      last.length = each.start + each.length - last.start;
    } else {
      all.push({...each});
    }
  }
  return all;
}

function path(start, length) {
  const gap = Math.min(0.0008, length / 4);
  const from = 2 * Math.PI * (start + gap);
  const to = 2 * Math.PI * (start + Math.min(length, 0.9999) - gap);
  const wide = to - from > Math.PI ? 1 : 0;
  const at = (radius, angle) => `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  return `M${at(100, from)} A100 100 0 ${wide} 1 ${at(100, to)} L${at(78, to)} A78 78 0 ${wide} 0 ${at(78, from)} Z`;
}

/** Who else holds the ranges of a node, and how much of them nobody else who is up holds; shares from 0 to 1. */
export function sources(ranges, nodes, chosen) {
  const down = new Set(nodes.filter(node => node.liveness !== 'UP').map(node => node.hostId));
  const held = new Map();
  let whole = 0;
  let gap = 0;
  for (const range of ranges) {
    if (!range.replicas.some(each => each.hostId === chosen)) {
      continue;
    }
    const {length} = arc(range.range);
    whole += length;
    const others = range.replicas.filter(each => each.hostId !== chosen);
    for (const other of others) {
      held.set(other.hostId, (held.get(other.hostId) ?? 0) + length);
    }
    if (!others.some(each => !down.has(each.hostId))) {
      gap += length;
    }
  }
  return {whole, gap: whole === 0 ? 0 : gap / whole,
    held: [...held].map(([hostId, length]) => ({hostId, share: length / whole}))};
}

/** How much of the ring a node owns first, by data center, as a share from 0 to 1. */
export function owned(ranges, hostId) {
  return ranges.filter(range => range.replicas.some(each => each.hostId === hostId))
    .reduce((sum, range) => sum + arc(range.range).length, 0);
}
