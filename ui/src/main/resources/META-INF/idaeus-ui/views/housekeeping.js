import {h, table} from '../dom.js';
import {ago, ahead, bytes, time, until, words} from '../format.js';

const SOON_MILLIS = 30 * 86_400_000;
const RECORDS = 50;

/** The things that are left to tidy up, at every node. */
export function housekeeping(store) {
  const each = (path, make) => store.sidecars.flatMap(sidecar => {
    const answer = store.want(sidecar, path);
    return answer ? make(sidecar, answer) : [];
  });
  const section = (name, title, content) => h('section', {key: name}, h('h2', {}, title), content);
  return [
    silent(store),
    section('snapshots', 'Snapshots', snapshots(each)),
    section('cleanup', 'Cleanup due', table('Tables whose cleanup is due',
      ['Table', 'Node', 'Since', 'Why', 'Command'],
      each('/v1/housekeeping', (sidecar, answer) => answer.cleanupDue.map(({keyspace, table: name, due}) => ({
        key: `${sidecar.base} ${keyspace}.${name}`,
        cells: [`${keyspace}.${name}`, sidecar.name, ago(due.since), due.reason,
          h('code', {}, `nodetool cleanup ${keyspace} ${name}`)],
      }))))),
    section('orphans', 'Orphans in staging', table('Orphans in staging',
      ['Path', 'Node', 'Last changed'],
      each('/v1/housekeeping', (sidecar, answer) => answer.orphans.map(orphan => ({
        key: `${sidecar.base} ${orphan.path}`,
        cells: [h('code', {}, orphan.path), sidecar.name, ago(orphan.modifiedAt)],
      }))), 'None: everything in staging belongs to a transfer.')),
    section('certificates', 'Certificates', certificates(each)),
    section('audit', 'Last audit records', audit(store, each)),
  ];
}

/** Sidecars that have not answered: what is shown lacks them. */
function silent(store) {
  const failed = store.sidecars.flatMap(sidecar => ['/v1/housekeeping', '/v1/snapshots']
    .map(path => store.failure(sidecar, path)).filter(Boolean).slice(0, 1)
    .map(failure => h('li', {}, h('strong', {}, sidecar.name), ` ${failure.message}`)));
  return failed.length > 0 && h('div', {key: 'silent', class: 'waiting'},
    h('p', {}, 'Not everything is shown:'), h('ul', {}, failed));
}

function snapshots(each) {
  const leases = new Map(each('/v1/leases', (sidecar, answer) =>
    answer.leases.map(lease => [`${sidecar.base} ${lease.id}`, lease])));
  return table('Snapshots', ['Snapshot', 'Node', 'Tables', '>Size', '>Clearing frees', 'Made', 'Held by'],
    each('/v1/snapshots', (sidecar, answer) => answer.snapshots.map(snapshot => ({
      key: `${sidecar.base} ${snapshot.tag}`,
      cells: [snapshot.tag, sidecar.name, snapshot.tables.map(name => `${name.keyspace}.${name.table}`).join(', '),
        bytes(snapshot.bytes), bytes(snapshot.trueBytes), snapshot.createdAt ? ago(snapshot.createdAt) : '–',
        holders(sidecar, snapshot, leases)],
    }))));
}

function holders(sidecar, snapshot, leases) {
  if (snapshot.leases.length === 0) {
    return snapshot.managed ? h('span', {class: 'bad'}, 'no lease: the sidecar clears it when its time is over')
      : 'not taken by the sidecar';
  }
  return snapshot.leases.map(id => {
    const lease = leases.get(`${sidecar.base} ${id}`);
    return h('div', {}, lease ? `${lease.holder ?? id}, expires ${ahead(lease.expiresAt)}` : id);
  });
}

function certificates(each) {
  // Nodes trust the same authorities.
  const all = new Map();
  each('/v1/housekeeping', (sidecar, answer) => answer.certificates.map(one => {
    const key = `${one.use} ${one.subject} ${one.issuer} ${one.expiresAt}`;
    all.set(key, {one, key, nodes: [...all.get(key)?.nodes ?? [], sidecar.name]});
  }));
  return table('Certificates', ['Subject', 'Node', 'Use', 'Signed by', 'Expires'],
    [...all.values()].sort((a, b) => a.one.expiresAt.localeCompare(b.one.expiresAt)).map(({one, key, nodes}) => {
      const soon = Date.parse(one.expiresAt) < Date.now() + SOON_MILLIS;
      return {
        key,
        cells: [one.subject, nodes.length > 3 ? `${nodes.length} nodes` : nodes.join(', '), one.use === 'IDENTITY' ? 'presented by the sidecar' : 'trusted authority', one.issuer,
          h('span', {class: soon ? 'bad' : ''}, `${until(one.expiresAt)}, ${ahead(one.expiresAt)}`)],
      };
    }), 'None: no TLS is configured.');
}

function audit(store, each) {
  const denied = store.sidecars.some(sidecar => store.failure(sidecar, '/v1/audit')?.status === 403);
  const records = each('/v1/audit', (sidecar, answer) => answer.records.map(record => ({sidecar, record})));
  records.sort((a, b) => b.record.time.localeCompare(a.record.time));
  return table('Last audit records', ['When', 'Node', 'Who', 'What', 'Of', 'Result'],
    records.slice(0, RECORDS).map(({sidecar, record}) => ({
      key: `${sidecar.base} ${record.id} ${record.result}`,
      cells: [time(record.time), sidecar.name, record.identity ?? record.requestedBy ?? 'the sidecar', record.operation,
        Object.entries(record.target ?? {}).map(([name, value]) => `${name}: ${value}`).join(', '),
        h('span', {class: record.status >= 400 ? 'bad' : ''},
          `${words(record.result)}${record.count ? ` (${record.count} times)` : ''}`)],
    })), denied ? 'Your role may not read them (expected: operator or admin).' : 'None since the sidecars started.');
}
