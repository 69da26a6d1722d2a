// The throughput of a transfer, with its limit as a line.

import uPlot from './uplot/uPlot.esm.js';
import {h} from './dom.js';
import {rate} from './format.js';

const HEIGHT = 200;
const POWERS = Array.from({length: 45}, (_, power) => 2 ** power);

/** @param samples of a transfer: {at, bytesPerSecond, limit} */
export function curve(samples) {
  const data = [
    samples.map(each => Date.parse(each.at) / 1000),
    samples.map(each => each.bytesPerSecond),
    samples.map(each => each.limit ?? null),
  ];
  const highest = Math.max(0, ...data[1]);
  return h('div', {class: 'curve', key: 'curve', role: 'img', mounted: element => drawn(element, data),
    'aria-label': samples.length === 0 ? 'No throughput yet'
      : `Throughput: now ${rate(samples[samples.length - 1].bytesPerSecond)}, highest ${rate(highest)}`});
}

// A short transfer has one sample, which is drawn as a point.
function isPoint(plot) {
  return plot.data[0].length === 1;
}

function drawn(element, data) {
  const look = getComputedStyle(document.documentElement);
  const colour = name => look.getPropertyValue(name).trim();
  const scheme = colour('--ink');
  if (element.plot && element.scheme !== scheme) {
    element.plot.destroy();
    element.plot = null;
  }
  if (!element.plot) {
    const axis = {stroke: scheme, grid: {stroke: colour('--line'), width: 1}, ticks: {stroke: colour('--line'), width: 1}};
    element.scheme = scheme;
    element.plot = new uPlot({
      width: Math.max(200, element.clientWidth),
      height: HEIGHT,
      cursor: {y: false},
      scales: {x: {range: (plot, least, most) => isPoint(plot) ? [least - 1, least + 1] : [least, most]}, y: {range: (plot, least, most) => [0, Math.max(1, most) * 1.1]}},
      series: [
        {},
        {label: 'throughput', stroke: colour('--accent'), fill: colour('--accent-faint'), width: 2, points: {show: isPoint}, value: (plot, value) => value === null ? '–' : rate(value)},
        {label: 'limit', stroke: colour('--bad'), width: 1.5, dash: [6, 4], points: {show: false}, value: (plot, value) => value === null ? '–' : rate(value)},
      ],
      axes: [axis, {...axis, size: 90, incrs: POWERS, values: (plot, splits) => splits.map(split => rate(split))}],
    }, data, element);
    new ResizeObserver(() => element.plot?.setSize({width: Math.max(200, element.clientWidth), height: HEIGHT})).observe(element);
  } else {
    element.plot.setData(data);
  }
}
