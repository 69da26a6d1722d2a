// Who sends how much to whom, as bands from sources to destinations.

import {s} from './dom.js';
import {bytes} from './format.js';

const HEIGHT = 320;
const GAP = 8;

export function flow(plan) {
  const bands = plan.destinations.flatMap(to => to.sources.map(from =>
    ({from: from.node.address, to: to.address ?? to.sidecar, bytes: from.bytes})));
  const whole = bands.reduce((sum, band) => sum + band.bytes, 0);
  if (whole === 0) {
    return null;
  }
  const left = column(bands, 'from', whole);
  const right = column(bands, 'to', whole);
  const used = {left: new Map(), right: new Map()};
  const take = (side, ends, name, height) => {
    const y = (used[side].get(name) ?? ends.get(name).y);
    used[side].set(name, y + height);
    return y;
  };
  return s('svg', {viewBox: `-10 -10 720 ${HEIGHT + 60}`, class: 'flow', role: 'img',
    'aria-label': 'Sources and destinations. The table below says the same.'},
  bands.map(band => {
    const a = Math.max(1, left.scale * band.bytes);
    const b = Math.max(1, right.scale * band.bytes);
    const y1 = take('left', left.ends, band.from, a);
    const y2 = take('right', right.ends, band.to, b);
    return s('path', {class: 'band', d: `M170 ${y1} C350 ${y1} 350 ${y2} 530 ${y2} V${y2 + b} C350 ${y2 + b} 350 ${y1 + a} 170 ${y1 + a} Z`},
      s('title', {}, `${band.from} to ${band.to}: ${bytes(band.bytes)}`));
  }),
  ends(left, 160, 150, 'end'), ends(right, 530, 550, 'start'));
}

function column(bands, side, whole) {
  const sums = new Map();
  for (const band of bands) {
    sums.set(band[side], (sums.get(band[side]) ?? 0) + band.bytes);
  }
  const scale = Math.max(20, HEIGHT - GAP * (sums.size - 1)) / whole;
  let y = 0;
  const all = new Map();
  for (const [name, sum] of sums) {
    all.set(name, {y, height: Math.max(2, scale * sum), bytes: sum});
    y += Math.max(2, scale * sum) + GAP;
  }
  return {ends: all, scale};
}

function ends(side, x, textX, anchor) {
  return [...side.ends].map(([name, end]) => [
    s('rect', {x, y: end.y, width: 10, height: end.height, class: 'end'}),
    s('text', {x: textX, y: end.y + end.height / 2, 'text-anchor': anchor, 'dominant-baseline': 'middle'},
      `${name} `, s('tspan', {class: 'dim', x: textX, dy: 14}, bytes(end.bytes))),
  ]);
}
