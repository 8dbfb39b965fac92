import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFERENCE_GROUPS } from '../../http/endpoints/reference/groups.ts';
import { createWorld, LINKED_AHEAD, publicEdge, publicSource, rowsOf } from './support.ts';

/** Creates an instance served under a path of its host, with data for every page. */
async function below(path: string) {
  const world = createWorld({ settings: { publicUrl: `https://a.example${path}` } });
  await world.write({
    corpus: [rowsOf('loot', 0, 20)],
    drops: [publicSource(1, 2), publicSource(2, 0)],
    edges: [publicEdge('sold_by:item:npc:25:6')],
  });
  return world;
}

const DOCS_PAGES = ['/docs', ...REFERENCE_GROUPS.map(({ path }) => path)];
const PAGES = ['', '/', '/terms', '/connect', ...DOCS_PAGES, '/npc/1', '/npc/999', '/none'];

for (const base of ['/tw', '/apis', '/a/b']) {
  test(`below ${base}, every link and file of the pages works, whether the proxy strips the path or not`, async () => {
    const world = await below(base);
    let followed = 0;
    for (const page of PAGES) {
      for (const asked of page === '' ? [base] : [`${base}${page}`, page]) {
        const { text, status } = await world.ask(asked);
        assert.equal(status, /none|999/.test(page) ? 404 : 200, asked);
        const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)]
          .map((match) => match[1]!.replaceAll('&amp;', '&'))
          .filter((to) => !/^(?:#|(?:data|mailto|https?):)/.test(to));
        for (const to of links) {
          const { pathname, search } = new URL(to, `https://a.example${base}${page}`);
          assert.ok(`${pathname}/`.startsWith(`${base}/`), `${asked} leads to ${to}`);
          const inside = pathname.slice(base.length) + search;
          if (LINKED_AHEAD.test(pathname.slice(base.length))) continue;
          for (const path of [pathname + search, ...(inside === '' ? [] : [inside])]) {
            assert.equal((await world.ask(path)).status, 200, `${asked} → ${path}`);
          }
          followed++;
        }
      }
    }
    assert.ok(followed > 60, `${followed} links`);
  });
}

test('below a path, absolute URLs start with it and can be requested', async () => {
  const world = await below('/tw');
  const at = (url: string): string => {
    assert.ok(url.startsWith('https://a.example/tw/'), url);
    return url.slice('https://a.example'.length);
  };
  const list = JSON.parse((await world.ask('/tw/api/corpus/public?limit=5')).text);
  const next = JSON.parse((await world.ask(at(list.next))).text);
  assert.equal(next.records.length, 5);
  assert.equal((await world.ask(at(list.attribution.terms))).status, 200);
  const moved = await world.ask('/tw/terms/?a=1');
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, 'https://a.example/tw/terms?a=1']);
  const card = JSON.parse((await world.ask('/tw/api/tooltip/npc/1')).text);
  assert.equal((await world.ask(at(card.url))).status, 200);
  assert.deepEqual(JSON.parse((await world.ask('/tw/api/openapi.json')).text).servers[0].url, 'https://a.example/tw');
  const tried = await world.ask('/tw/docs/try/getTooltip?type=npc&id=1');
  assert.equal(tried.headers.get('location'), '/tw/api/tooltip/npc/1', 'stays on the host that was asked');
  assert.equal((await world.ask('/tw/api/none')).headers.get('content-type'), 'application/json');
  assert.equal((await world.ask('/twice/api/health')).status, 404, 'another path that only begins alike');
  const upload = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  assert.equal((await world.ask('/tw/api/intake', upload)).status, 200);
  assert.equal(world.taken.length, 1);
});

test('below a path, cached answers are found', async () => {
  const world = await below('/tw');
  for (const path of ['/tw/api/edges', '/api/edges']) {
    for (let i = 0; i < 3; i++) assert.equal((await world.ask(path)).status, 200, path);
  }
});
