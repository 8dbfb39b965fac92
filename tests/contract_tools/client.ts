import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

/** A program that uses the generated client. It is compiled with the strictest options and run. */

type Edge = components['schemas']['edgesResponse']['edges'][number];

const url = process.argv[2];
if (url === undefined) throw new Error('The instance’s address is missing.');
// Lists also answer CSV. A client that reads JSON says so, and gets exact types.
const client = createClient<paths, 'application/json'>({ baseUrl: url });

/** Returns every edge, page by page. */
async function walk(limit: number): Promise<{ readonly edges: readonly Edge[]; readonly total: number }> {
  const edges: Edge[] = [];
  let snapshot: string | undefined;
  for (;;) {
    const asked = { offset: edges.length, limit, ...(snapshot === undefined ? {} : { snapshot }) };
    const { data, error } = await client.GET('/api/edges', { params: { query: asked } });
    if (data === undefined) throw new Error(error.error);
    edges.push(...data.edges);
    snapshot = data.snapshot;
    if (data.next === null) return { edges, total: data.total };
  }
}

const { edges, total } = await walk(2);
if (edges.length !== total || total === 0) throw new Error(`${edges.length} edges were walked, total says ${total}.`);

const { data: feed } = await client.GET('/api/corpus/public', { params: { query: { kinds: 'loot' } } });
// The kind of a record determines its type.
const looted = feed?.records.flatMap((record) =>
  record.kind === 'loot' ? record.items.map(({ itemId }) => itemId) : [],
);
if (looted === undefined || looted.length === 0) throw new Error('The feed holds no loot.');

const first = edges[0];
if (first === undefined) throw new Error('There is no first edge.');
const { data: value, error: wrong } = await client.GET('/api/tools/market_value', {
  params: { query: { itemId: first.fromId, realm: 'Stormrage' } },
});
if (value === undefined) throw new Error(wrong.error);
const worth: number | undefined = value.answer.page?.value.market;

const { data: prices } = await client.GET('/api/market/prices', { params: { query: { realm: 'Stormrage' } } });
if (prices !== undefined && 'items' in prices) {
  // The client types tuples as arrays. The generated type of the schema is exact.
  const items = prices.items as components['schemas']['marketPricesResponse']['items'];
  const places: (readonly [number, number, number, number, number, string, number])[] = items;
  if (places.length > 2_000) throw new Error('More items than the limits allow.');
}

// @ts-expect-error: there is no such relation.
await client.GET('/api/edges', { params: { query: { rel: 'eaten_by' } } });

const { response, error } = await client.GET('/api/tooltip/{type}/{id}', {
  params: { path: { type: 'item', id: 999_999 } },
});
if (response.status !== 404 || error === undefined) throw new Error('An unknown item has a card.');

process.stdout.write(
  `${edges.length} edges of ${total}, ${looted.length} loot records, value ${worth ?? 'unknown'}, ${error.error}\n`,
);
