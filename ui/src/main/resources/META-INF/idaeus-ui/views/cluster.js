import {h, table} from '../dom.js';
import {ago, bytes, rate, words} from '../format.js';
import {colours, owned, ring, sources} from '../ring.js';

/** Which keyspace and node are looked at: #/cluster/<keyspace>/<host id>. */
export function cluster(store, [keyspaceName, chosenId]) {
  const view = store.wantAny('/v1/cluster');
  const keyspaces = store.wantAny('/v1/keyspaces')?.keyspaces ?? [];
  const shown = keyspaces.filter(each => !each.system && replicated(each));
  const keyspace = shown.find(each => each.name === keyspaceName) ?? shown[0];
  return [
    h('h2', {key: 'nodes-title'}, 'Nodes'),
    ...store.sidecars.map(sidecar => trouble(store, sidecar)),
    nodes(store, view, keyspace, chosenId),
    disagreement(view),
    h('h2', {key: 'ring-title'}, 'Ring'),
    keyspace === undefined
      ? h('p', {key: 'no-ring', class: 'none'}, 'No keyspace of users is replicated by data center or node.')
      : rings(store, view, shown, keyspace, chosenId ?? null),
  ];
}

function replicated(keyspace) {
  return !/LocalStrategy|EverywhereStrategy/.test(keyspace.replication.class ?? '');
}

function trouble(store, sidecar) {
  const failure = store.failure(sidecar, '/v1/host') ?? store.failure(sidecar, '/v1/cluster');
  const health = store.want(sidecar, '/health/readiness');
  const wrong = (health?.checks ?? []).filter(check => !check.up);
  if (!failure && wrong.length === 0) {
    return null;
  }
  return h('section', {key: `trouble-${sidecar.base}`, class: 'waiting', 'aria-label': `Trouble of ${sidecar.name}`},
    h('h3', {}, sidecar.name),
    failure ? h('p', {}, failure.message)
      : h('ul', {}, wrong.map(check => h('li', {}, h('strong', {}, check.name), ' ', check.detail))));
}

function nodes(store, view, keyspace, chosenId) {
  if (!view) {
    return h('p', {key: 'nodes', class: 'none'}, 'No sidecar has said yet which nodes there are.');
  }
  const known = new Map();
  for (const sidecar of store.sidecars) {
    const node = store.want(sidecar, '/v1/node');
    if (node) {
      known.set(node.hostId, {sidecar, node, limits: store.want(sidecar, '/v1/limits'),
        process: store.want(sidecar, '/v1/host')?.cassandra,
        silent: store.failure(sidecar, '/v1/host')});
    }
  }
  const colour = colours(view.nodes);
  const rows = [...view.nodes]
    .sort((a, b) => a.datacenter.localeCompare(b.datacenter) || a.address.localeCompare(b.address, undefined, {numeric: true}))
    .map(node => {
      const beside = known.get(node.hostId);
      const named = store.sidecars.find(sidecar => sidecar.name === node.address);
      const silent = beside ? beside.silent : named && store.failure(named, '/v1/host');
      const dot = h('span', {class: `dot ${colour.get(node.hostId)}`, 'aria-hidden': 'true'});
      return {
        key: node.hostId,
        class: node.hostId === chosenId ? 'chosen' : '',
        cells: [
          [dot, ' ', keyspace ? h('a', {href: `#/cluster/${encodeURIComponent(keyspace.name)}/${node.hostId}`}, node.address) : node.address],
          `${node.datacenter} / ${node.rack}`,
          h('span', {class: node.liveness === 'UP' ? 'good' : 'bad'},
            `${words(node.liveness)}${node.movement === 'NORMAL' ? '' : `, ${words(node.movement)}`}`),
          beside?.node.cassandraVersion ?? '',
          node.tokens,
          disk(beside?.node),
          beside?.process?.pendingCompactions ?? '',
          beside ? limit(beside.limits) : '',
          silent ? h('span', {class: 'bad'}, 'does\u00a0not answer')
            : beside ? beside.node.sidecarVersion
              : h('span', {class: 'dim'}, named ? 'Cassandra does not answer' : 'not shown here'),
        ],
      };
    });
  return h('div', {key: 'nodes'}, table('Nodes of the cluster',
    ['Node', 'Data center / rack', 'State', 'Cassandra', '>Tokens', '>Free disk', '>Pending compactions', 'Limits', 'Sidecar'], rows));
}

function disk(node) {
  if (!node) {
    return '';
  }
  // Directories of one file system say the same twice.
  const volumes = new Map(node.dataDirectories.map(each => [`${each.totalBytes} ${each.freeBytes}`, each]));
  const free = [...volumes.values()].reduce((sum, each) => sum + each.freeBytes, 0);
  const total = [...volumes.values()].reduce((sum, each) => sum + each.totalBytes, 0);
  return h('span', {class: free < total / 10 ? 'bad' : ''}, `${bytes(free)} of ${bytes(total)}`);
}

function limit(limits) {
  if (!limits) {
    return '';
  }
  const one = (name, each) => each.state === 'UNLIMITED' ? null
    : h('span', {title: `${each.reason}, since ${ago(each.since)}`}, `${name} ${rate(each.bytesPerSecond)} (${words(each.state)}: ${each.reason}) `);
  const both = [one('send', limits.send), one('receive', limits.receive)].filter(Boolean);
  return both.length === 0 ? 'unlimited' : h('span', {class: 'roomy'}, both);
}

function disagreement(view) {
  if (!view) {
    return null;
  }
  const schemas = Object.entries(view.schemaVersions).filter(([, hosts]) => hosts.length > 0);
  return schemas.length < 2 ? null : h('p', {key: 'schemas', class: 'problem'},
    `Nodes disagree about the schema: ${schemas.map(([version, hosts]) => `${version.slice(0, 8)} at ${hosts.join(', ')}`).join('; ')}.`);
}

function rings(store, view, shown, keyspace, chosen) {
  const path = `/v1/ring?keyspace=${encodeURIComponent(keyspace.name)}`;
  const answer = store.wantAny(path);
  const picker = h('p', {}, h('label', {for: 'keyspace'}, 'Keyspace '), h('select', {id: 'keyspace',
    onchange: event => { location.hash = `#/cluster/${encodeURIComponent(event.target.value)}`; }},
  shown.map(each => h('option', {value: each.name, selected: each.name === keyspace.name}, each.name))),
  ' ', h('small', {}, Object.entries(keyspace.replication).map(([name, value]) =>
    name === 'class' ? value.split('.').pop() : `${name}: ${value}`).join(', ')));
  if (!answer || !view) {
    return h('div', {key: 'rings'}, picker, h('p', {class: 'none'}, 'Asking for the ring…'));
  }
  const alive = liveness(view, answer.ranges);
  const datacenters = [...new Set(alive.map(node => node.datacenter))].sort();
  const choose = hostId => { location.hash = `#/cluster/${encodeURIComponent(keyspace.name)}/${hostId}`; };
  return h('div', {key: 'rings'}, picker,
    h('div', {class: 'rings'}, datacenters.map(datacenter => h('figure', {key: datacenter},
      ring(answer.ranges, alive, chosen, datacenter, choose),
      h('figcaption', {}, chosen === null
        ? 'Each range in the colour of its first replica. Choose a node in the table above.'
        : 'Ranges of the chosen node, in the colour of a live node that has them too. Red: none has.'))),
    h('div', {key: 'shares', class: 'beside'},
      chosen === null ? shares(answer.ranges, alive) : holders(answer.ranges, alive, chosen, keyspace))));
}

function liveness(view, ranges) {
  const nodes = new Map(view.nodes.map(node => [node.hostId, node]));
  for (const replica of ranges.flatMap(range => range.replicas)) {
    if (!nodes.has(replica.hostId)) {
      nodes.set(replica.hostId, {...replica, liveness: replica.status});
    }
  }
  return [...nodes.values()];
}

function shares(ranges, nodes) {
  return table('Shares of the ring', ['Node', 'Data center', '>Share of the ring that it holds'],
    nodes.map(node => ({key: node.hostId,
      cells: [node.address, node.datacenter, `${(100 * owned(ranges, node.hostId)).toFixed(1)} %`]})));
}

function holders(ranges, nodes, chosen, keyspace) {
  const byId = new Map(nodes.map(node => [node.hostId, node]));
  const {held, gap, whole} = sources(ranges, nodes, chosen);
  const name = byId.get(chosen)?.address ?? chosen;
  return h('div', {},
    h('p', {}, `${name} holds ${(100 * whole).toFixed(1)} % of the ring. `, gap > 0
      ? h('strong', {class: 'bad'}, `No other live node holds ${(100 * gap).toFixed(1)} % of that.`)
      : 'Other live nodes hold all of that. ',
    h('a', {href: `#/cluster/${encodeURIComponent(keyspace.name)}`}, 'All nodes')),
    table(`Who else holds the ranges of ${name}`, ['Node', 'Data center', 'State', '>Share of its ranges'],
      held.sort((a, b) => b.share - a.share).map(({hostId, share}) => ({key: hostId, cells: [
        byId.get(hostId)?.address ?? hostId, byId.get(hostId)?.datacenter ?? '',
        h('span', {class: byId.get(hostId)?.liveness === 'UP' ? 'good' : 'bad'}, words(byId.get(hostId)?.liveness ?? 'unknown')),
        `${(100 * share).toFixed(1)} %`]})),
      'Nobody.'));
}
