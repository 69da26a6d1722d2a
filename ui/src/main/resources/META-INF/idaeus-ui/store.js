// The latest answers of the sidecars. Each fact is asked for again when it is old, and only while a view wants it.

import {get} from './api.js';

const PERIODS = {
  '/v1/node': 20_000,
  '/v1/host': 10_000,
  '/v1/cluster': 10_000,
  '/v1/keyspaces': 30_000,
  '/v1/tokens': 30_000,
  '/health/readiness': 4_000,
  '/v1/limits': 4_000,
  '/v1/snapshots': 10_000,
  '/v1/leases': 10_000,
  '/v1/housekeeping': 10_000,
  '/v1/audit': 5_000,
};
const PERIOD = 2_000;
const FORBIDDEN_PERIOD = 300_000;

export class Store {
  constructor(sidecars, changed) {
    this.sidecars = sidecars;
    this.changed = changed;
    this.facts = new Map();
  }

  /** The last answer, or null; asks for it when it is due. */
  want(sidecar, path) {
    const fact = this.fact(sidecar, path);
    // A refusal is an audit record at the sidecar: few of them.
    const period = fact.failure?.status === 403 ? FORBIDDEN_PERIOD : PERIODS[path] ?? (path.startsWith('/v1/ring') ? 10_000 : PERIOD);
    if (!fact.asking && Date.now() - fact.askedAt >= period) {
      this.ask(sidecar, path, fact);
    }
    return fact.answer;
  }

  /** Why the last call failed, or null. */
  failure(sidecar, path) {
    return this.fact(sidecar, path).failure;
  }

  /** Forgets when something was asked, so that it is asked for at once. */
  stale(sidecar, prefix) {
    for (const [key, fact] of this.facts) {
      if (key.startsWith(`${sidecar.base} ${prefix}`)) {
        fact.askedAt = 0;
      }
    }
    this.changed();
  }

  /** The first answer of any sidecar: what all of them know alike. */
  wantAny(path) {
    for (const sidecar of this.sidecars) {
      const answer = this.want(sidecar, path);
      if (answer && !this.failure(sidecar, path)) {
        return answer;
      }
    }
    return null;
  }

  fact(sidecar, path) {
    const key = `${sidecar.base} ${path}`;
    if (!this.facts.has(key)) {
      this.facts.set(key, {answer: null, failure: null, askedAt: 0, asking: false});
    }
    return this.facts.get(key);
  }

  async ask(sidecar, path, fact) {
    fact.asking = true;
    fact.askedAt = Date.now();
    try {
      fact.answer = await get(sidecar, path);
      fact.failure = null;
    } catch (failure) {
      fact.failure = failure;
    } finally {
      fact.asking = false;
      this.changed();
    }
  }
}
