import {ask} from '../actions.js';
import {h, table} from '../dom.js';
import {flow} from '../flow.js';
import {ago, bytes, percent, rate, seconds, sentence, short, time, words} from '../format.js';
import {tokenRing} from '../ring.js';
import {findings} from './transfers.js';

const FINAL = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'SUPERSEDED']);

export function plans(store) {
  const all = store.sidecars.flatMap((sidecar, number) => (store.want(sidecar, '/v1/plans')?.plans ?? [])
    .map(plan => ({sidecar, number, plan})));
  all.sort((a, b) => b.plan.createdAt.localeCompare(a.plan.createdAt));
  return [
    h('h2', {key: 'title'}, 'Plans'),
    h('div', {key: 'plans'}, table('Plans', ['Plan', 'Coordinator', 'What', 'State', 'Step', 'Made'],
      all.map(({sidecar, number, plan}) => ({key: plan.id, cells: [
        h('a', {href: `#/plans/${number}/${plan.id}`, title: plan.id}, short(plan.id)), sidecar.name, what(plan), state(plan),
        doing(plan), ago(plan.createdAt)]})),
      'None. `idaeus plan --help` lists the commands that make one; it is read and approved here.')),
  ];
}

function what(plan) {
  const title = sentence(words(plan.request.kind));
  if (plan.request.kind === 'EXPAND') {
    return `Add ${plan.destinations.length} node${plan.destinations.length === 1 ? '' : 's'} to ${plan.destinations[0].datacenter}`;
  }
  if (plan.request.kind === 'CLEANUP') {
    return `Clean up ${plan.destinations.length} node${plan.destinations.length === 1 ? '' : 's'}`;
  }
  if (plan.request.kind === 'CLONE') {
    return `${plan.request.truncate ? 'Empty and clone' : 'Clone'} ${plan.request.tables.join(', ')} of ${plan.source.name}`;
  }
  return plan.dead ? `${title} ${plan.dead.address} of ${plan.dead.datacenter}` : `${title} ${plan.request.datacenter ?? ''}`;
}

function doing(plan) {
  const step = current(plan);
  return step && [step.title, step.waiting ? h('div', {class: 'bad'}, `waits: ${step.waiting.detail}`) : ''];
}

function state(plan) {
  const bad = plan.state === 'FAILED' || plan.refused;
  return h('span', {class: bad ? 'bad' : plan.state === 'COMPLETED' ? 'good' : ''},
    plan.state === 'DRAFT' ? plan.refused ? 'refused by its findings' : 'waits for approval' : words(plan.state));
}

/** The remedy, as a list where it is the step's instructions. */
function remedy({waiting, instructions = []}) {
  const listed = instructions.length > 0 && instructions.every(line => waiting.remedy.includes(line));
  return listed
    ? h('ol', {class: 'remedy'}, instructions.map(line => h('li', {}, line)))
    : [h('p', {class: 'large remedy'}, sentence(waiting.remedy)),
      instructions.length > 0 && h('ul', {}, instructions.map(line => h('li', {}, h('code', {}, line))))];
}

function current(plan) {
  // Of several at the same time, the one that waits.
  const active = underWay(plan);
  return active.find(step => step.waiting) ?? active[0];
}

function underWay(plan) {
  return plan.steps.filter(step => ['RUNNING', 'WAITING', 'FAILED'].includes(step.state));
}

// Several at the same time may need a hand: each new node is started with options of its own.
function waiting(plan) {
  return underWay(plan).filter(step => step.waiting).map(step =>
    h('div', {key: `waits-${step.number}`, class: 'waiting', role: 'status'},
      h('p', {class: 'large'}, `Step ${step.number}${step.destination ? ` at ${step.destination}` : ''} waits: ${step.waiting.detail}`),
      remedy(step)));
}

export function plan(store, sidecar, id) {
  const path = `/v1/plans/${encodeURIComponent(id)}`;
  const one = store.want(sidecar, path);
  const failure = store.failure(sidecar, path);
  if (!one) {
    return [h('p', {key: 'back'}, h('a', {href: '#/plans'}, 'All plans')),
      h('p', {key: 'none', class: failure ? 'problem' : 'none'}, failure?.message ?? 'Asking for the plan…')];
  }
  return [
    h('p', {key: 'back'}, h('a', {href: '#/plans'}, 'All plans')),
    h('h2', {key: 'title'}, `${what(one)}: `, state(one)),
    failure && h('p', {key: 'failure', class: 'problem', role: 'alert'}, `${sidecar.name} does not answer: ${failure.message}`),
    waiting(one),
    one.problem && h('div', {key: 'problem', class: 'problem'}, h('p', {class: 'large'}, one.problem.title), h('p', {}, one.problem.detail)),
    h('div', {key: 'buttons'}, buttons(store, sidecar, path, one)),
    h('section', {key: 'findings'}, h('h3', {}, 'Findings'),
      one.findings.length === 0 ? h('p', {class: 'none'}, 'None.') : findings(one.findings)),
    h('section', {key: 'steps'}, h('h3', {}, 'Steps'), steps(one, store.sidecars.indexOf(sidecar))),
    h('section', {key: 'sees'}, h('h3', {}, 'What clients see, step by step'), visibility(one)),
    one.schema && h('section', {key: 'schema'}, h('h3', {}, 'Made in the schema'),
      h('ul', {}, one.schema.map(each => h('li', {}, h('code', {}, each.statement))))),
    one.shares && h('section', {key: 'shares'}, h('h3', {}, 'The ring before and after'), growth(store, one)),
    h('section', {key: 'bytes'}, h('h3', {}, 'Bytes and disks'),
      h('p', {}, `Estimated: ${seconds(one.estimate.minSeconds)} to ${seconds(one.estimate.maxSeconds)}.`),
      one.request.kind === 'CLEANUP' ? [h('p', {}, `Keyspaces: ${one.keyspaces.map(each => each.keyspace).join(', ')}.`), rewritten(one)] : [flow(one), sources(one), disks(one)]),
    one.due.length > 0 && h('section', {key: 'due'}, h('h3', {}, 'Due afterwards'), h('ul', {}, one.due.map(each =>
      h('li', {}, `${each.what}: ${each.why} `, each.command && h('code', {}, each.command))))),
    h('section', {key: 'facts'}, h('h3', {}, 'Facts'), h('dl', {}, [
      ['Id', h('code', {}, one.id)], ['Digest', h('code', {}, one.digest)], ['Coordinator', one.coordinator],
      ['Made', time(one.createdAt)], one.requestedBy && ['Requested by', one.requestedBy],
      one.approvedAt && ['Approved', `${time(one.approvedAt)}${one.approvedBy ? ` by ${one.approvedBy}` : ''}`],
      one.finishedAt && ['Ended', time(one.finishedAt)],
    ].filter(Boolean).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))),
  ];
}

function buttons(store, sidecar, path, one) {
  const act = (name, title, text) => h('button', {type: 'button', key: name,
    onclick: () => ask(store, sidecar, {title, text, button: title}, () => ({method: 'POST', path: `${path}/${name}`}))}, title);
  if (one.state === 'DRAFT') {
    return h('p', {class: 'buttons'}, !one.refused && approve(store, sidecar, path, one));
  }
  if (FINAL.has(one.state)) {
    return null;
  }
  const moves = one.request.kind !== 'CLEANUP';
  return h('p', {class: 'buttons'},
    one.state === 'PAUSED' ? act('resume', 'Resume', 'The plan goes on with its present step.')
      : act('pause', 'Pause', moves ? 'The plan takes no further step, and its transfers pause.'
        : 'The plan begins no further table. Cassandra cleans up the one under way to its end.'),
    act('cancel', 'Cancel plan', moves ? 'Its transfers are cancelled. What was imported stays.'
      : 'The plan begins no further table. What is clean stays clean.'));
}

// The plan that is shown is approved, and no other: the sidecar refuses if its plan has another digest by now.
function approve(store, sidecar, path, one) {
  const digest = one.digest;
  const characters = text => text.replace(/^v\d+:/, ''); // without the name of the digest's form
  return h('button', {type: 'button', key: 'approve', class: 'main', onclick: () => ask(store, sidecar, {
    title: 'Approve this plan',
    text: [
      `${what(one)}, ${one.steps.length} steps. Its steps run from now on without another question. Where one needs you, the plan waits and says what to do.`,
      h('p', {}, 'The digest of the plan that you read is ', h('code', {}, digest), '.'),
    ],
    button: 'Approve',
    input: {label: 'Its first eight characters, without v1: ', hint: 'The sidecar refuses if the plan, the ring or the schema has changed since.'},
  }, typed => {
    if (!typed || characters(typed).length < 8 || !characters(digest).startsWith(characters(typed))) {
      throw new Error(`This is not how the digest begins (found: ${typed || 'nothing'}, expected: ${characters(digest).slice(0, 8)}).`);
    }
    return {method: 'POST', path: `${path}/approve`, body: {digest}};
  })}, 'Approve…');
}

// The comparison of a step is at the coordinator.
function steps(one, number) {
  return table('Steps of the plan', ['>#', 'Step', 'State', 'Progress', 'Where', '>Took'], one.steps.map(step => ({
    key: String(step.number),
    class: !one.finishedAt && ['RUNNING', 'WAITING'].includes(step.state) ? 'chosen' : '',
    cells: [step.number, [step.title, step.detail ? h('small', {}, ` ${step.detail}`) : null,
      step.comparison ? h('a', {href: `#/comparisons/${number}/${step.comparison}`}, ' Comparison') : null],
      h('span', {class: step.state === 'FAILED' ? 'bad' : step.state === 'DONE' ? 'good' : ''}, one.finishedAt && ['RUNNING', 'WAITING'].includes(step.state) ? 'not ended' : words(step.state)),
      step.progress ? h('span', {}, h('progress', {max: 100, value: percent(step.progress.bytesFetched, step.progress.bytesTotal),
        'aria-label': `step ${step.number}`}), ` ${bytes(step.progress.bytesFetched)} of ${bytes(step.progress.bytesTotal)}, ${rate(step.progress.bytesPerSecond)}`) : '',
      step.destination ?? '',
      step.startedAt ? seconds((Date.parse(step.finishedAt ?? one.finishedAt ?? new Date().toISOString()) - Date.parse(step.startedAt)) / 1000) : ''],
  })));
}

/** The ring now and afterwards, and how much of it each node replicates; the new nodes come last. */
function growth(store, one) {
  const look = new Map(one.shares.map((share, i) => [share.node, `node-${i % 8}`]));
  const bar = (name, share) => share === undefined ? '' : [h('meter', {min: 0, max: 1, value: share, 'aria-label': name}),
    ` ${(100 * share).toFixed(1)} %`];
  return [rings(store, one, look),
    table('Share of the ring that each node replicates', ['Node', 'Rack', 'Now', 'Afterwards'], one.shares.map(share => ({
      key: share.node,
      cells: [[h('span', {class: `dot ${look.get(share.node)}`, 'aria-hidden': 'true'}), ' ', share.node], share.rack,
        bar(`${share.node} now`, share.before), bar(`${share.node} afterwards`, share.after)],
    })), 'None.')];
}

function rings(store, one, look) {
  const members = store.wantAny('/v1/cluster')?.nodes;
  const owned = store.wantAny('/v1/tokens')?.nodes;
  if (!members || !owned) {
    return null;
  }
  const names = new Map(members.map(node => [node.hostId, node.address]));
  const added = one.destinations.flatMap(to => (to.tokens ?? []).map(token => ({token, look: look.get(to.sidecar)})));
  const own = new Set(added.map(each => each.token));
  const before = owned.filter(node => look.has(names.get(node.hostId)))
    .flatMap(node => node.tokens.map(token => ({token, look: look.get(names.get(node.hostId))})))
    .filter(each => !own.has(each.token));
  const figure = (name, tokens, text) => h('figure', {key: name},
    tokenRing(tokens, name, `The ring ${name}: ${tokens.length} tokens. The table below it says how much each node replicates.`),
    h('figcaption', {}, text));
  return before.length === 0 ? null : h('div', {class: 'rings'},
    figure('now', before, 'Each range in the colour of its first replica.'),
    figure('afterwards', [...before, ...added], `${added.length} more tokens, of the nodes that are added.`));
}

function visibility(one) {
  const levels = [...new Set(one.visibility.flatMap(each => Object.keys(each.reads)))];
  const writes = [...new Set(one.visibility.flatMap(each => Object.keys(each.writes)))];
  return table('What each consistency level sees', ['After', ...levels.map(each => `read ${each}`), ...writes.map(each => `write ${each}`), 'Note'],
    one.visibility.map((each, i) => ({key: String(i), cells: [each.step, ...levels.map(level => each.reads[level] ?? ''),
      ...writes.map(level => each.writes[level] ?? ''), each.note ? h('span', {class: 'sentence'}, each.note) : '']})));
}

function sources(one) {
  return table('Sources', ['From', 'To', '>Bytes', '>Ranges', 'Why'], one.destinations.flatMap(to => to.sources.map(from => ({
    key: `${from.node.hostId} ${to.sidecar}`,
    cells: [`${from.node.address} (${from.node.datacenter} / ${from.node.rack})`, to.address ?? to.sidecar, bytes(from.bytes), from.ranges, from.why],
  }))));
}

/** The bytes that nodes rewrite to remove rows, estimated from samples of their SSTables. */
function rewritten(one) {
  return table('Nodes, in this order', ['Node', 'Data center / rack', '>Holds', '>Removes, estimated'], one.destinations.map(node => ({
    key: node.sidecar,
    cells: [node.address, `${node.datacenter} / ${node.rack}`, bytes(node.bytes), bytes(node.bytes - node.bytesNeeded)],
  })));
}

function disks(one) {
  return table('Disks of the destinations', ['Destination', '>To fetch', '>Needed at most', '>Free', 'Share of the free disk'], one.destinations.map(to => ({
    key: to.sidecar,
    cells: [to.address ?? to.sidecar, bytes(to.bytes), bytes(to.bytesPeak),
      h('span', {class: to.bytesPeak > to.bytesFree ? 'bad' : ''}, bytes(to.bytesFree)),
      [h('meter', {min: 0, max: Math.max(1, to.bytesFree), high: 0.9 * to.bytesFree, value: Math.min(to.bytesPeak, to.bytesFree),
        'aria-label': `Needs ${percent(to.bytesPeak, to.bytesFree).toFixed(0)} % of the free disk`}),
      ` ${percent(to.bytesPeak, to.bytesFree).toFixed(0)} %`]],
  })));
}
