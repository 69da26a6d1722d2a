import {ask} from '../actions.js';
import {h, table} from '../dom.js';
import {ago, seconds, sentence, short, time, words} from '../format.js';

const FINAL = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);
const VERDICTS = ['MISSING', 'EXTRA', 'OLDER', 'NEWER', 'DIFFERENT', 'WRITTEN_SINCE', 'CHANGING', 'UNREADABLE'];

export function comparisons(store) {
  const all = store.sidecars.flatMap((sidecar, number) => (store.want(sidecar, '/v1/comparisons')?.comparisons ?? [])
    .map(one => ({sidecar, number, one})));
  all.sort((a, b) => b.one.createdAt.localeCompare(a.one.createdAt));
  return [
    h('h2', {key: 'title'}, 'Comparisons'),
    h('div', {key: 'comparisons'}, table('Comparisons', ['Comparison', 'Coordinator', 'Tables', 'With', 'Result', '>Done', '>Rows', 'Begun'],
      all.map(({sidecar, number, one}) => ({key: one.id, cells: [
        h('a', {href: `#/comparisons/${number}/${one.id}`, title: one.id}, short(one.id)), sidecar.name,
        one.request.tables.join(', '), one.there, result(one), done(one.share), rows(Math.max(one.rowsHere, one.rowsThere)), ago(one.createdAt)]})),
      'None. `idaeus compare` starts one.')),
  ];
}

function result(one) {
  const said = one.result ?? one.state;
  return [h('span', {class: said === 'SAME' ? 'good' : ['DIFFERENT', 'FAILED'].includes(said) ? 'bad' : ''}, words(said)),
    waits(one) ? h('div', {class: 'bad'}, `waits: ${one.waiting.detail}`) : ''];
}

function waits(one) {
  return one.waiting && one.state === 'RUNNING';
}

// Rounded down: 100 % is all.
function done(share) {
  return `${Math.floor(share * 100)} %`;
}

function rows(count) {
  return count.toLocaleString();
}

export function comparison(store, sidecar, id) {
  const path = `/v1/comparisons/${encodeURIComponent(id)}`;
  const one = store.want(sidecar, path);
  const failure = store.failure(sidecar, path);
  const back = h('p', {key: 'back'}, h('a', {href: '#/comparisons'}, 'All comparisons'));
  if (!one) {
    return [back, h('p', {key: 'none', class: failure ? 'problem' : 'none'}, failure?.message ?? 'Asking for the comparison…')];
  }
  const asOf = one.request.asOf;
  return [
    back,
    h('h2', {key: 'title'}, `${one.here} with ${one.there}: `, result({...one, waiting: null})),
    failure && h('p', {key: 'failure', class: 'problem', role: 'alert'}, `${sidecar.name} does not answer: ${failure.message}`),
    waits(one) && h('div', {key: 'waits', class: 'waiting', role: 'status'},
      h('p', {class: 'large'}, `It waits: ${one.waiting.detail}`), h('p', {class: 'large remedy'}, sentence(one.waiting.remedy))),
    one.error && h('div', {key: 'error', class: 'problem'}, h('p', {class: 'large'}, one.error)),
    h('div', {key: 'buttons'}, buttons(store, sidecar, path, one)),
    h('p', {key: 'course'}, `${done(one.share)} of the work is done. ${rows(one.rowsHere)} rows here and ${rows(one.rowsThere)} there are compared.`,
      one.etaSeconds === undefined ? '' : ` About ${seconds(one.etaSeconds)} left.`),
    h('p', {key: 'exact'}, asOf ? `Exact for what was written until ${time(asOf)}, but for deletions, if the clocks of the writers are right.`
      : `Exact if nobody has written since ${time(one.createdAt)}${one.finishedAt ? `, until ${time(one.finishedAt)}` : ''}.`),
    h('section', {key: 'tables'}, h('h3', {}, 'Tables'), tables(one)),
    ...one.tables.map(each => details(store, sidecar, path, each)),
    h('section', {key: 'facts'}, h('h3', {}, 'Facts'), h('dl', {}, [
      ['Id', h('code', {}, one.id)], ['With', one.request.with], ['Tables', one.request.tables.join(', ')],
      one.request.range && ['Token range', one.request.range], ['Level', one.request.level ?? 'LOCAL_QUORUM'],
      ['Begun', time(one.createdAt)], one.requestedBy && ['Requested by', one.requestedBy],
      one.finishedAt && ['Ended', time(one.finishedAt)],
    ].filter(Boolean).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))),
  ];
}

function buttons(store, sidecar, path, one) {
  if (FINAL.has(one.state)) {
    return null;
  }
  const act = (name, title, text) => h('button', {type: 'button', key: name,
    onclick: () => ask(store, sidecar, {title, text, button: title}, () => ({method: 'POST', path: `${path}/${name}`}))}, title);
  return h('p', {class: 'buttons'},
    one.state === 'PAUSED' ? act('resume', 'Resume', 'The comparison goes on where it stopped.')
      : act('pause', 'Pause', 'No more rows are read until it is resumed.'),
    act('cancel', 'Cancel comparison', 'It ends. What it has found stays on record.'));
}

function tables(one) {
  const found = VERDICTS.filter(verdict => one.tables.some(each => each.differences[verdict]));
  return table('Tables of the comparison',
    ['Table', '>Done', '>Rows here', '>Rows there', ...found.map(verdict => `>${sentence(words(verdict))}`), 'Not compared'],
    one.tables.map(each => ({key: `${each.keyspace}.${each.table}`, cells: [
      `${each.keyspace}.${each.table}`, done(each.share), rows(each.rowsHere), rows(each.rowsThere),
      ...found.map(verdict => each.differences[verdict]
        ? h('span', {class: 'bad'}, rows(each.differences[verdict])) : '–'),
      each.notComparable ?? (each.unreadRanges ? `${rows(each.unreadRanges)} token range${each.unreadRanges === 1 ? '' : 's'}` : '–')]})));
}

function details(store, sidecar, path, each) {
  const differ = Object.values(each.differences).reduce((sum, count) => sum + count, 0);
  if (differ === 0 && each.definition.length === 0 && each.unread.length === 0) {
    return null;
  }
  const query = `${path}/rows?keyspace=${encodeURIComponent(each.keyspace)}&table=${encodeURIComponent(each.table)}`;
  const found = differ > 0 ? store.want(sidecar, query)?.rows ?? [] : [];
  const denied = store.failure(sidecar, query);
  const list = (key, items) => items.length > 0 && h('ul', {key}, items.map(item => h('li', {}, item)));
  return h('section', {key: `${each.keyspace}.${each.table}`}, h('h3', {}, `${each.keyspace}.${each.table}`),
    list('definition', each.definition.map(sentence)),
    list('unread', each.unread.map(range => `Token range ${range.range} was not compared: ${range.reason}`)),
    denied && h('p', {key: 'denied', class: 'problem'}, denied.message),
    found.length > 0 && table(`Rows of ${each.keyspace}.${each.table}`,
      ['Row', 'There it is', 'Differs in', 'Written here', 'Written there'],
      found.map(row => ({key: `${row.token} ${row.key}`, cells: [
        h('code', {}, row.key || `token ${row.token}`), words(row.verdict), row.columns.join(', ') || '–',
        written(row.writtenHere), written(row.writtenThere)]}))),
    differ > found.length && found.length > 0 && h('p', {key: 'more'}, `${rows(differ - found.length)} more differ. The first 100 of each kind are kept.`));
}

// Microseconds since 1970, beyond what a number holds exactly. Clients may choose any number.
function written(micros) {
  const date = micros === undefined ? null : new Date(Number(BigInt(micros) / 1000n));
  return date === null ? '–' : Number.isNaN(date.getTime()) ? micros : date.toISOString();
}
