import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { serve } from '@hono/node-server';
import { createClient } from '@libsql/client';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

/** A small program that serves a list as many first write it: OFFSET in SQL, rows parsed and written again, middleware. */
const client = createClient({ url: `file:${process.argv[2]}`, intMode: 'number' });
const app = new Hono();
app.use(compress());
app.get('/', async (c) => {
  const [offset, limit] = [Number(c.req.query('offset')), Number(c.req.query('limit'))];
  const args = [BigInt(limit), BigInt(offset)];
  const { rows } = await client.execute({ sql: 'select body from rows order by n limit ? offset ?', args });
  const parsed = rows.map(({ body }) => JSON.parse(body as string) as object);
  return c.json({ rows: parsed, next: `/?offset=${offset + limit}&limit=${limit}` });
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
  process.send!((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit(0));
