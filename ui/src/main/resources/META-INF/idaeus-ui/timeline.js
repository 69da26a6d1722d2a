// The phases of a transfer, as long as each took.

import {h, s} from './dom.js';
import {seconds, words} from './format.js';

export function timeline(transfer) {
  const phases = transfer.phases.filter(each => each.seconds > 0);
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
