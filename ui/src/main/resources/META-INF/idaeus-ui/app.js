import {sidecars} from './api.js';
import {announce, h, morph} from './dom.js';
import {Store} from './store.js';
import {cluster} from './views/cluster.js';
import {comparison, comparisons} from './views/comparisons.js';
import {housekeeping} from './views/housekeeping.js';
import {plan, plans} from './views/plans.js';
import {transfer, transfers} from './views/transfers.js';

const VIEWS = [
  {name: 'cluster', title: 'Cluster', show: cluster},
  {name: 'transfers', title: 'Transfers', show: transfers, one: transfer},
  {name: 'plans', title: 'Plans', show: plans, one: plan},
  {name: 'comparisons', title: 'Comparisons', show: comparisons, one: comparison},
  {name: 'housekeeping', title: 'Housekeeping', show: housekeeping},
];

const main = document.getElementById('main');
let store;
let due = false;
let drawn = false;

/** Where the reader is: #/transfers/0/<id> is the view, the number of the sidecar, and what of it. */
function place() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const view = VIEWS.find(each => each.name === name) ?? VIEWS[0];
  return {view, rest};
}

function draw() {
  due = false;
  const {view, rest} = place();
  const sidecar = store.sidecars[Number(rest[0])];
  const content = view.one && rest.length > 1 && sidecar
    ? view.one(store, sidecar, rest[1], rest.slice(2)) : view.show(store, rest);
  morph(main, content);
  morph(document.getElementById('views'), VIEWS.map(each => h('a',
    {key: each.name, href: `#/${each.name}`, 'aria-current': each === view ? 'page' : false}, each.title)));
  const known = store.wantAny('/v1/node');
  document.getElementById('cluster-name').textContent = known?.cluster ?? '';
  document.title = `${view.title}${known ? ` · ${known.cluster}` : ''} · Idaeus`;
  if (!drawn && main.querySelector('.arc')) {
    drawn = true;
    performance.mark('ring');
  }
  const silent = store.sidecars.filter(each => store.failure(each, '/v1/host'));
  store.sidecars.forEach(each => store.want(each, '/v1/host'));
  const freshness = silent.length === 0 ? ''
    : `${silent.length} of ${store.sidecars.length} sidecars ${silent.length === 1 ? 'does' : 'do'} not answer`;
  const status = document.getElementById('freshness');
  if (status.textContent !== freshness) {
    status.textContent = freshness;
  }
}

function soon() {
  if (!due) {
    due = true;
    requestAnimationFrame(draw);
  }
}

async function begin() {
  try {
    store = new Store(await sidecars(), soon);
  } catch (failure) {
    morph(main, h('p', {class: 'problem', role: 'alert'},
      `This page cannot be filled: ${failure.message} Start \`idaeus ui\` again, and open the address that it prints.`));
    return;
  }
  window.addEventListener('hashchange', () => {
    draw();
    main.focus();
    announce(place().view.title);
  });
  draw();
  setInterval(() => {
    if (!document.hidden) {
      soon();
    }
  }, 1_000);
}

begin();
