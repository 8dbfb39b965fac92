const INSTANCE = 'https://witness.example';
export class ApiError extends Error {
  name = 'ApiError';
  status;
  url;
  /** The parameter that is wrong, or null if the request was refused for another reason. */
  field;
  /** Seconds after which the instance accepts the request again, or null if it did not say. */
  retryAfterSeconds;
  /** Address for creating a free key, or null if a key would not help. */
  getAKey;
  /** The body, if it is JSON. */
  body;
  constructor(response, text) {
    const body = parseJson(text);
    const sentence = typeof body?.error === 'string' ? body.error : `The status is ${response.status}.`;
    super(sentence);
    this.status = response.status;
    this.url = response.url;
    const [first = ''] = sentence.split(' ');
    this.field = response.status === 400 && PARAMETERS.has(first) ? first : null;
    this.retryAfterSeconds = readRetryAfter(response);
    this.getAKey = typeof body?.getAKey === 'string' ? body.getAKey : null;
    this.body = body;
  }
}
export class UnreachableError extends Error {
  name = 'UnreachableError';
}
export function createClient(options = {}) {
  const base = (options.url ?? INSTANCE).replace(/\/+$/, '');
  const { key, maxWaitSeconds = 60 } = options;
  async function send(url, init, signal) {
    const headers = { ...init.headers, ...(key === void 0 ? {} : { Authorization: `Bearer ${key}` }) };
    let left = maxWaitSeconds;
    for (;;) {
      const response = await (options.fetch ?? fetch)(url, { ...init, headers, signal: signal ?? null });
      if (response.ok) return response;
      const seconds = readRetryAfter(response);
      if (![429, 503].includes(response.status) || seconds === null || seconds > left) {
        throw new ApiError(response, await response.text());
      }
      await response.body?.cancel();
      left -= Math.max(seconds, 1);
      await wait(Math.max(seconds, 1), signal);
    }
  }
  function request(path, { query, path: parts, signal }, more = {}) {
    return send(`${base}${fillPath(path, parts)}${formatQuery({ ...query, ...more })}`, {}, signal);
  }
  async function readJson(response) {
    const body = await response.json();
    if (body.unreachable === true) throw new UnreachableError('The instance cannot read its storage right now.');
    return body;
  }
  async function* walk(path, asked, more, read) {
    let response = await request(path, asked, more);
    for (;;) {
      const [page, next] = await read(response);
      yield page;
      if (next === null) return;
      response = await send(`${base}${fillPath(path, asked.path)}${new URL(next, base).search}`, {}, asked.signal);
    }
  }
  async function* splitLines(path, asked) {
    const { body } = await request(path, asked);
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        const lines = `${rest}${decoder.decode(value, { stream: !done })}`.split('\n');
        rest = lines.pop();
        yield* lines;
        if (done) break;
      }
      if (rest !== '') yield rest;
    } finally {
      await reader.cancel();
    }
  }
  const client = {
    get: async (path, asked = {}) => readJson(await request(path, asked)),
    pages: (path, asked = {}) =>
      walk(path, asked, {}, async (response) => {
        const page = await readJson(response);
        return [page, page.next];
      }),
    csv: async (path, asked = {}) => (await request(path, asked, CSV)).text(),
    csvPages: (path, asked = {}) =>
      walk(path, asked, CSV, async (response) => [await response.text(), readNextLink(response)]),
    text: async (path, asked = {}) => (await request(path, asked)).text(),
    lines: (path, asked = {}) => splitLines(path, asked),
    upload: async (body, { signal } = {}) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await send(`${base}/api/intake`, init, signal)).json();
    },
  };
  return client;
}
const CSV = { format: 'csv' };
function fillPath(path, parts = {}) {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(Reflect.get(parts, name))));
}
function formatQuery(query) {
  const given = Object.entries(query).filter(([, value]) => value !== void 0);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
function readRetryAfter({ headers }) {
  const text = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
function readNextLink({ headers }) {
  return /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1e3);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
const PARAMETERS = /* @__PURE__ */ new Set([
  'after',
  'area',
  'character',
  'class',
  'collection',
  'epoch',
  'evidence',
  'faction',
  'from',
  'from_id',
  'from_kind',
  'guild',
  'house',
  'id',
  'ids',
  'item',
  'itemId',
  'kind',
  'kinds',
  'lastEventId',
  'level',
  'limit',
  'map',
  'mapId',
  'name',
  'need',
  'npc',
  'npcId',
  'object',
  'objectId',
  'offset',
  'owned',
  'points',
  'profession',
  'q',
  'quality',
  'query',
  'quest',
  'questId',
  'question',
  'radius',
  'realm',
  'recipe',
  'rel',
  'role',
  'since',
  'slot',
  'snapshot',
  'sourceItem',
  'subclass',
  'to',
  'to_id',
  'to_kind',
  'tool',
  'tree',
  'type',
  'vendorNpcId',
  'version',
  'x',
  'y',
  'zone',
]);
