import {ask, parseRate} from '../actions.js';
import {curve} from '../curve.js';
import {h, table} from '../dom.js';
import {ago, bytes, percent, rate, seconds, sentence, short, time, words} from '../format.js';
import {timeline} from '../timeline.js';

const FINAL = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);

export function transfers(store) {
  const all = store.sidecars.flatMap((sidecar, number) => (store.want(sidecar, '/v1/transfers')?.transfers ?? [])
    .map(transfer => ({sidecar, number, transfer})));
  all.sort((a, b) => b.transfer.createdAt.localeCompare(a.transfer.createdAt));
  const running = all.filter(each => !FINAL.has(each.transfer.state));
  const ended = all.filter(each => FINAL.has(each.transfer.state));
  return [
    h('h2', {key: 'running-title'}, 'Not ended'),
    h('div', {key: 'running'}, running.length === 0 ? h('p', {class: 'none'}, 'None.') : running.map(card)),
    h('h2', {key: 'ended-title'}, 'Ended'),
    h('div', {key: 'ended'}, table('Transfers that ended',
      ['Transfer', 'To', 'Tables', 'State', '>Bytes', '>Took', 'Ended'],
      ended.slice(0, 200).map(({number, sidecar, transfer}) => ({key: transfer.id, cells: [
        link(number, transfer), sidecar.name, tables(transfer), state(transfer), bytes(transfer.progress.bytesFetched),
        transfer.finishedAt ? seconds((Date.parse(transfer.finishedAt) - Date.parse(transfer.createdAt)) / 1000) : '–',
        ago(transfer.finishedAt)]})))),
  ];
}

function link(number, transfer) {
  return h('a', {href: `#/transfers/${number}/${transfer.id}`, title: transfer.id}, short(transfer.id));
}

function tables(transfer) {
  const names = transfer.request.tables.map(each => `${each.keyspace}.${each.table}`);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

function state(transfer) {
  const bad = transfer.state === 'FAILED' || transfer.outcome === 'PARTIAL';
  const text = transfer.outcome === 'PARTIAL' ? `${words(transfer.state)}, partial` : words(transfer.state);
  return h('span', {class: bad ? 'bad' : transfer.state === 'COMPLETED' ? 'good' : ''}, text);
}

function card({sidecar, number, transfer}) {
  return h('article', {key: transfer.id, class: 'card'},
    h('h3', {}, link(number, transfer), ` ${tables(transfer)} to ${sidecar.name}`),
    progress(transfer), waits(transfer));
}

function progress(transfer) {
  const {bytesFetched, bytesTotal, filesFetched, filesTotal, bytesPerSecond, etaSeconds} = transfer.progress;
  const done = percent(bytesFetched, bytesTotal);
  return h('p', {class: 'progress'},
    h('progress', {max: 100, value: done, 'aria-label': `Fetched ${done.toFixed(0)} %`}),
    ` ${words(transfer.state)}: ${bytes(bytesFetched)} of ${bytes(bytesTotal)}, ${filesFetched} of ${filesTotal} files`,
    transfer.state === 'PAUSED' ? '' : `, ${rate(bytesPerSecond)}${etaSeconds === undefined || etaSeconds === null ? '' : `, ${seconds(etaSeconds)} left`}`);
}

// The largest type of the page: what it waits for is what the reader came for.
function waits(transfer) {
  const {waiting} = transfer;
  return waiting && h('div', {class: 'waiting', role: 'status'},
    h('p', {class: 'large'}, `Waiting for ${seconds((Date.now() - Date.parse(waiting.since)) / 1000)}: ${waiting.detail}`),
    h('p', {class: 'large remedy'}, sentence(waiting.remedy)));
}

export function transfer(store, sidecar, id) {
  const path = `/v1/transfers/${encodeURIComponent(id)}`;
  const one = store.want(sidecar, path);
  const samples = store.want(sidecar, `${path}/samples`);
  if (!one) {
    const failure = store.failure(sidecar, path);
    return [h('p', {key: 'back'}, h('a', {href: '#/transfers'}, 'All transfers')),
      h('p', {key: 'none', class: failure ? 'problem' : 'none'}, failure?.message ?? 'Asking for the transfer…')];
  }
  const failure = store.failure(sidecar, path);
  return [
    h('p', {key: 'back'}, h('a', {href: '#/transfers'}, 'All transfers')),
    h('h2', {key: 'title'}, `${tables(one)} to ${sidecar.name}: `, state(one)),
    failure && h('p', {key: 'failure', class: 'problem', role: 'alert'}, `${sidecar.name} does not answer: ${failure.message}`),
    h('div', {key: 'waits'}, waits(one)),
    one.problem && h('div', {key: 'problem', class: 'problem'}, h('p', {class: 'large'}, one.problem.title), h('p', {}, one.problem.detail)),
    h('div', {key: 'progress'}, progress(one)),
    h('div', {key: 'buttons'}, buttons(store, sidecar, path, one)),
    h('section', {key: 'curve-section'}, h('h3', {}, 'Throughput'), curve(samples?.samples ?? [])),
    h('section', {key: 'timeline-section'}, h('h3', {}, 'Phases'), timeline(one)),
    h('section', {key: 'facts'}, h('h3', {}, 'Facts'), facts(one)),
    one.findings.length > 0 && h('section', {key: 'findings'}, h('h3', {}, 'Findings'), findings(one.findings)),
  ];
}

function buttons(store, sidecar, path, one) {
  if (FINAL.has(one.state)) {
    return null;
  }
  const act = (name, title, text) => h('button', {type: 'button', key: name,
    onclick: () => ask(store, sidecar, {title, text, button: title}, () => ({method: 'POST', path: `${path}/${name}`}))}, title);
  const operator = one.state === 'PAUSED';
  return h('p', {class: 'buttons'},
    operator ? act('resume', 'Resume', 'The transfer goes on where it stopped.')
      : act('pause', 'Pause', 'The transfer keeps what it has fetched, and its lease at the source.'),
    act('cancel', 'Cancel transfer', 'What was imported stays. What was fetched and not imported is deleted.'),
    h('button', {type: 'button', key: 'limit', onclick: () => ask(store, sidecar, {
      title: 'Limit this transfer', text: `Now: ${rate(one.maxRate)}.`, button: 'Set limit',
      input: {label: 'Rate ', value: one.maxRate ? rate(one.maxRate).replace('.0', '') : '', hint: 'For instance 64 MiB/s. Leave it empty for no limit.'},
    }, text => ({method: 'PUT', path: `${path}/limit`, body: {maxRate: parseRate(text)}}))}, 'Limit'));
}

function over(connections) {
  return connections === undefined ? '' : ` over ${connections} connection${connections === 1 ? '' : 's'}`;
}

function facts(one) {
  const counts = one.sstables;
  const rows = [
    ['Id', h('code', {}, one.id)],
    one.plan && ['Plan', h('code', {}, one.plan)],
    one.requestedBy && ['Requested by', one.requestedBy],
    ['Created', time(one.createdAt)],
    one.finishedAt && ['Ended', time(one.finishedAt)],
    ['Attempts', one.attempts],
    ['Sources', one.sources.map(each => each.uri + over(each.connections)).join(', ')],
    ['Limit', rate(one.maxRate)],
    ['SSTables', `${counts.planned} planned, ${counts.fetched} fetched, ${counts.imported} imported`
      + ['failed', 'heldBack', 'excluded', 'earlier'].filter(name => counts[name] > 0)
        .map(name => `, ${counts[name]} ${name === 'heldBack' ? 'held back' : name}`).join('')],
    one.progress.bytesResumed > 0 && ['Not fetched again', bytes(one.progress.bytesResumed)],
    one.cleanupDue.length > 0 && ['Cleanup due', one.cleanupDue.map(each => `${each.keyspace}.${each.table}`).join(', ')],
  ].filter(Boolean);
  return h('dl', {}, rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

const SEVERITIES = {
  REFUSE: 'Refused',
  REFUSE_UNLESS_ACCEPTED: 'Refused unless accepted',
  EXCLUDE: 'SSTables left out',
  NOTE: 'Notes',
};

/** Findings by severity, the worst first. */
export function findings(all) {
  return h('div', {}, Object.entries(SEVERITIES).map(([severity, title]) => {
    const some = all.filter(each => each.severity === severity);
    return some.length > 0 && h('details', {open: severity !== 'NOTE', key: severity},
      h('summary', {class: severity.startsWith('REFUSE') ? 'bad' : ''}, `${title} (${some.length})`),
      some.map(each => h('div', {class: 'finding'},
        h('p', {}, h('strong', {}, each.code), ` ${each.subject}`), h('p', {}, each.detail), h('p', {class: 'remedy'}, each.remedy))));
  }));
}
