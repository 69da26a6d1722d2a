import {h, table} from '../dom.js';
import {ahead, ago, bytes, time} from '../format.js';

export function housekeeping(store) {
  const each = (path, make) => store.sidecars.flatMap(sidecar => {
    const answer = store.want(sidecar, path);
    return answer ? make(sidecar, answer) : [];
  });
  const leases = new Map(each('/v1/leases', (sidecar, answer) =>
    answer.leases.map(lease => [`${sidecar.base} ${lease.id}`, lease])));
  return [
    h('h2', {key: 'snapshots-title'}, 'Snapshots'),
    h('div', {key: 'snapshots'}, table('Snapshots', ['Snapshot', 'Node', 'Tables', '>Size', '>Frees', 'Made', 'Held by'],
      each('/v1/snapshots', (sidecar, answer) => answer.snapshots.map(snapshot => ({
        key: `${sidecar.base} ${snapshot.tag}`,
        cells: [snapshot.tag, sidecar.name, snapshot.tables.map(table => `${table.keyspace}.${table.table}`).join(', '),
          bytes(snapshot.bytes), bytes(snapshot.trueBytes), snapshot.createdAt ? ago(snapshot.createdAt) : '–',
          holders(sidecar, snapshot, leases)],
      }))))),
    h('h2', {key: 'cleanup-title'}, 'Cleanup due'),
    h('div', {key: 'cleanup'}, table('Tables whose cleanup is due', ['Table', 'Node', 'Since', 'Why', 'Command'],
      each('/v1/housekeeping', (sidecar, answer) => answer.cleanupDue.map(due => ({
        key: `${sidecar.base} ${due.keyspace}.${due.table}`,
        cells: [`${due.keyspace}.${due.table}`, sidecar.name, ago(due.since), due.reason,
          h('code', {}, `nodetool cleanup ${due.keyspace} ${due.table}`)],
      }))))),
    h('h2', {key: 'certificates-title'}, 'Certificates'),
    h('div', {key: 'certificates'}, table('Certificates', ['File', 'Node', 'Whose', 'Until'],
      each('/v1/housekeeping', (sidecar, answer) => answer.certificates.map(each => ({
        key: `${sidecar.base} ${each.file} ${each.subject}`,
        cells: [each.file, sidecar.name, each.subject,
          h('span', {class: Date.parse(each.notAfter) < Date.now() + 30 * 86_400_000 ? 'bad' : ''}, `${time(each.notAfter)} (${ahead(each.notAfter)})`)],
      }))), 'None: no TLS is configured.')),
    h('h2', {key: 'audit-title'}, 'Last audit records'),
    h('div', {key: 'audit'}, table('Last audit records', ['When', 'Node', 'Who', 'What', 'Outcome'],
      each('/v1/housekeeping', (sidecar, answer) => answer.audit.map((line, i) => ({
        key: `${sidecar.base} ${i} ${line.at}`,
        cells: [time(line.at), sidecar.name, line.who ?? '–', line.what, line.outcome],
      }))).sort((a, b) => b.key.localeCompare(a.key)), 'None that you may read.')),
  ];
}

function holders(sidecar, snapshot, leases) {
  if (snapshot.leases.length === 0) {
    return snapshot.managed ? h('span', {class: 'bad'}, 'nobody: it is cleared soon') : 'not managed by the sidecar';
  }
  return snapshot.leases.map(id => {
    const lease = leases.get(`${sidecar.base} ${id}`);
    return h('div', {}, lease ? `${lease.holder ?? id}, until ${ahead(lease.expiresAt)}` : id);
  });
}
