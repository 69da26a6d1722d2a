// Calls of sidecars. The page asks its own origin alone: a sidecar for itself, or `idaeus ui` for all of them.

const PATIENCE_MILLIS = 15_000;
const MOST_PAGES = 20;

export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail || problem.title || `HTTP status ${status}`);
    this.title = problem.title ?? `HTTP status ${status}`;
    this.status = status;
    this.code = (problem.type ?? '').split('/').pop();
  }
}

/** @returns the sidecars that the page shows, each with a name and the prefix of its addresses */
export async function sidecars() {
  return (await call('GET', 'sidecars.json')).sidecars;
}

/** The whole answer: the lists of all its pages. */
export async function get(sidecar, path) {
  const whole = await call('GET', sidecar.base + path);
  let next = whole?.next;
  for (let page = 1; next && page < MOST_PAGES; page++) {
    const mark = path.includes('?') ? '&' : '?';
    const answer = await call('GET', `${sidecar.base}${path}${mark}after=${encodeURIComponent(next)}`);
    for (const [name, items] of Object.entries(answer)) {
      if (Array.isArray(items) && Array.isArray(whole[name])) {
        whole[name].push(...items);
      }
    }
    next = answer.next;
  }
  return whole;
}

/** A change. @throws Refusal with what the sidecar says */
export function change(sidecar, method, path, body) {
  return call(method, sidecar.base + path, body);
}

async function call(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: {Accept: 'application/json', ...(body === undefined ? {} : {'Content-Type': 'application/json'})},
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(method === 'GET' ? PATIENCE_MILLIS : 20 * PATIENCE_MILLIS),
    cache: 'no-store',
  });
  const text = await response.text();
  let answer = null;
  try {
    answer = text === '' ? null : JSON.parse(text);
  } catch {
    answer = {title: 'The answer is not JSON', detail: text.slice(0, 300)};
  }
  // Readiness answers 503 with a document of its own.
  if (!response.ok && !(response.status === 503 && answer?.checks)) {
    throw new Refusal(answer ?? {}, response.status);
  }
  return answer;
}
