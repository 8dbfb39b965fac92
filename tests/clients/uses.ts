import {
  ApiError,
  createClient,
  type DropsResponse,
  type EdgesResponseEdges,
} from '../../docs/clients/third_witness.ts';

/** A program that is only compiled: what a client's types must allow and refuse. */
export async function compileOnly(): Promise<unknown> {
  const client = createClient({ url: 'http://localhost:1', key: 'tw_x', maxWaitSeconds: 5 });
  const signal = new AbortController().signal;
  const rel: 'dropped_by' | undefined = undefined;
  const rows: EdgesResponseEdges[] = [];
  for await (const page of client.pages('/api/edges', { query: { rel, limit: 10 }, signal })) rows.push(...page.edges);
  const drops: DropsResponse = await client.get('/api/rollups/drops');
  const text: string = await client.csv('/api/edges');
  for await (const line of client.lines('/export/{name}', { path: { name: 'edges.ndjson' } })) JSON.parse(line);
  const value = await client.get('/api/tools/market_value', { query: { itemId: 25, realm: 'Stormrage' } });
  const market: number | undefined = value.answer.page?.value.market;
  const { records } = await client.get('/api/corpus/public');
  // The kind of a record determines its type.
  const looted = records.flatMap((record) => (record.kind === 'loot' ? record.items.map(({ itemId }) => itemId) : []));
  // @ts-expect-error: there is no such relation.
  await client.get('/api/edges', { query: { rel: 'eaten_by' } });
  // @ts-expect-error: the tool needs a realm.
  await client.get('/api/tools/market_value', { query: { itemId: 25 } });
  // @ts-expect-error: a required parameter cannot be left out.
  await client.get('/api/tools/market_value');
  // @ts-expect-error: the answer is not a list.
  client.pages('/api/health');
  // @ts-expect-error: the answer is never CSV.
  await client.csv('/api/health');
  // @ts-expect-error: a file is not JSON.
  await client.get('/feeds/recent.atom');
  // @ts-expect-error: there is no such path.
  await client.get('/api/nothing');
  const error: unknown = new Error();
  return [
    drops.rates,
    text,
    market,
    looted,
    rows,
    error instanceof ApiError && (error.field ?? error.retryAfterSeconds),
  ];
}
