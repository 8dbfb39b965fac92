import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small server on its own port, so that it has another origin than the instance. */
export interface Site {
  readonly url: string;
  close(): void;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function listen(answer: Answer): Promise<Site> {
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves static pages, keyed by path, with a Content-Security-Policy, or without one if `policy` is null. */
export function openSite(pages: Readonly<Record<string, string>>, policy: string | null): Promise<Site> {
  return listen((request, response) => {
    const page = pages[request.url ?? ''];
    if (policy !== null) response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.writeHead(200).end(page ?? '<!doctype html>elsewhere');
  });
}

export function htmlPage(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A site</title>${head}</head><body>${body}</body></html>`;
}

/** A fake instance with answers that the test chooses. */
export interface StandIn extends Site {
  /** The cards that each request asked for, such as `item/5`. */
  readonly requests: (readonly string[])[];
  /** Returns the greatest number of simultaneous requests. */
  most(): number;
}

export interface StandInCard {
  readonly title?: string;
  readonly color?: string | null;
  readonly icon?: string | null;
  readonly lines?: readonly string[];
  readonly url?: string;
  /** Whether the instance has no public data of it. */
  readonly isMissing?: boolean;
  /** Status of all requests that ask for this card. */
  readonly status?: number;
  readonly afterMs?: number;
  /** The answer waits for this. */
  readonly held?: Promise<void>;
  readonly retryAfter?: number;
  readonly gameData?: object | null;
}

/** A picture of one pixel. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

/** Opens a fake instance. It serves the script of a real one with its address replaced, and the given cards. */
export async function openStandIn(
  script: string,
  instance: string,
  cardOf: (key: string) => StandInCard,
): Promise<StandIn> {
  const requests: (readonly string[])[] = [];
  let open = 0;
  let most = 0;
  const site = await listen(async (request, response) => {
    const path = request.url ?? '';
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (path === '/tooltip.js') {
      const text = script
        .replace(JSON.stringify(instance), JSON.stringify(site.url))
        .replace('"icons":false', '"icons":true');
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text);
      return;
    }
    if (path.startsWith('/icons/')) {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(POINT);
      return;
    }
    const [, type, ids = ''] = /^\/api\/tooltip\/(\w+)\?ids=([\d,]+)$/.exec(path) ?? [];
    const keys = ids.split(',').map((id) => `${type}/${id}`);
    const cards = keys.map(cardOf);
    requests.push(keys);
    most = Math.max(most, ++open);
    await new Promise((done) => setTimeout(done, Math.max(...cards.map(({ afterMs = 20 }) => afterMs))));
    await Promise.all(cards.map(({ held }) => held));
    open--;
    const { status, retryAfter } = cards.find((card) => card.status !== undefined) ?? {};
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    response.writeHead(status ?? 200, { 'Content-Type': 'application/json' });
    const found = keys.flatMap((key, at) => (cards[at]!.isMissing ? [] : [answerOf(key, cards[at]!, site.url)]));
    response.end(JSON.stringify({ ok: true, cards: found, missing: [] }));
  });
  return { ...site, requests, most: () => most };
}

function answerOf(key: string, card: StandInCard, url: string): object {
  const [type, id] = key.split('/');
  return {
    ok: true,
    type,
    id: Number(id),
    title: `Thing ${id}`,
    color: null,
    icon: null,
    lines: [],
    partial: false,
    url: `${url}/${key}`,
    gameData: null,
    ...card,
    attribution: {
      licence: 'CC BY-SA 4.0',
      licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
      credit: 'Data: Third Witness contributors',
      source: `${url}/`,
      terms: `${url}/terms`,
    },
  };
}

/** Forty names that a hostile player could send. */
export const HOSTILE_NAMES: readonly string[] = [
  '<script>globalThis.harmed=1</script>',
  '<img src=x onerror=globalThis.harmed=1>',
  '<svg/onload=globalThis.harmed=1>',
  '"><script>globalThis.harmed=1</script>',
  "'><b onmouseover=globalThis.harmed=1>x</b>",
  '</bdi></a></div><h1>Out</h1>',
  '<!--',
  '-->',
  '<![CDATA[x]]>',
  '<style>*{display:none!important}</style>',
  '<base href=//evil.example>',
  '<iframe srcdoc="<script>parent.harmed=1</script>">',
  '<template shadowrootmode=open>x</template>',
  '&lt;b&gt;',
  '&amp;&#0;&#x3c;',
  'javascript:globalThis.harmed=1',
  `\${globalThis.harmed=1}`,
  '{{constructor.constructor("globalThis.harmed=1")()}}',
  '__proto__',
  'constructor',
  'מגן אש של המלך',
  'خنجر الظلام',
  'abc אבג def 123 דהו',
  'שלום <b>x</b>',
  '火焰之剑',
  'Schwert der Flammen und des außerordentlich langwierigen Wartens',
  'x'.repeat(300),
  'W'.repeat(120),
  'i i i i '.repeat(35),
  `${'長'.repeat(150)}`,
  'e\u0301\u0302\u0303'.repeat(40),
  '👨‍👩‍👧‍👦🗡️🛡️'.repeat(8),
  'ﷺ'.repeat(40),
  '\\u003cscript\\u003e',
  '%3Cscript%3E',
  'null',
  'undefined',
  '[object Object]',
  'Item 5',
  ' spaced   out ',
];
