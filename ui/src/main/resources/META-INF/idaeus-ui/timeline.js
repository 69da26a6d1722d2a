// The phases of a transfer, as long as each took.

import {h, s} from './dom.js';
import {seconds, words} from './format.js';

const FINAL = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);

/** With the time since the present phase began, which the sidecar adds when it ends. */
function spent(transfer) {
  const phases = transfer.phases.map(each => ({...each}));
  if (!FINAL.has(transfer.state)) {
    const seconds = Math.max(0, (Date.now() - Date.parse(transfer.since)) / 1000);
    const present = phases.find(each => each.phase === transfer.state);
    if (present) {
      present.seconds += seconds;
    } else {
      phases.push({phase: transfer.state, seconds});
    }
  }
  return phases.filter(each => each.seconds > 0);
}

export function timeline(transfer) {
  const phases = spent(transfer);
  const whole = phases.reduce((sum, each) => sum + each.seconds, 0);
  if (whole === 0) {
    return h('p', {class: 'none'}, 'No phase has begun.');
  }
  let x = 0;
  return h('figure', {class: 'timeline', key: 'timeline'},
    s('svg', {viewBox: '0 0 1000 24', preserveAspectRatio: 'none', role: 'img',
      'aria-label': phases.map(each => `${words(each.phase)} ${seconds(each.seconds)}`).join(', ')},
    phases.map(each => {
      const width = Math.max(2, 1000 * each.seconds / whole);
      const bar = s('rect', {x, y: 0, width, height: 24, class: `phase ${each.phase.toLowerCase()}`});
      x += width;
      return bar;
    })),
    h('figcaption', {}, phases.map(each => h('span', {class: 'legend'},
      h('span', {class: `dot phase ${each.phase.toLowerCase()}`, 'aria-hidden': 'true'}), ` ${words(each.phase)} ${seconds(each.seconds)} `))));
}
