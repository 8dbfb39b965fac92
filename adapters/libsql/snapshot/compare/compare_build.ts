import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Connection, readJson } from '../../database.ts';
import { compareLists, type RowList } from './compare_list.ts';

const SERVED_IMPORT = '(select import_n from snapshots order by n desc limit 1)';

function filterImport(table: string): string {
  return `(select * from ${table} where import_n = ${SERVED_IMPORT})`;
}

const IMPORT_ORIGIN = 'the kept import';

/** The tables of a build, as served by the newest snapshot. */
const BUILD_LISTS: readonly RowList[] = [
  {
    name: 'imported build',
    follows: IMPORT_ORIGIN,
    key: ['build'],
    from: `(select * from imports where n = ${SERVED_IMPORT} and state = 'whole')`,
    figures: `json_object('extractedAt', extracted_at, 'importedAtMs', imported_at_ms, 'items', items, 'edges', json((
      select json_group_object(key, value) from (select key, value from json_each(edges) order by key))))`,
  },
  {
    name: 'item of the build',
    follows: IMPORT_ORIGIN,
    key: ['item_id'],
    from: filterImport('game_items'),
    figures: 'json_array(json(body), place, class, subclass, slot, quality)',
  },
  {
    name: 'fact of the build',
    follows: IMPORT_ORIGIN,
    key: ['family', 'subject'],
    from: filterImport('game_facts'),
    figures: 'json(body)',
  },
  {
    name: 'relation of the build',
    follows: IMPORT_ORIGIN,
    key: ['grp', 'from_id', 'to_id'],
    from: filterImport('client_edges'),
    figures: 'json_array(json(body), place)',
  },
];

/** Returns a sentence about the first difference between the two builds, or null if they are equal. */
export async function compareBuilds(served: Connection, rebuilt: Connection): Promise<string | null> {
  return (await compareLists(BUILD_LISTS, served, rebuilt)) ?? compareLayers(served, rebuilt);
}

interface LayerFields {
  readonly protocol: string;
  readonly tag: string;
  /** Digest of the uncompressed body, by coding. */
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * Compares the client layers. A layer names the contract version, so if the versions differ, only the codings of the
 * served layer are compared with each other.
 */
async function compareLayers(served: Connection, rebuilt: Connection): Promise<string | null> {
  const [ours, theirs] = [await readLayer(served), await readLayer(rebuilt)];
  if (ours === null || theirs === null) return null;
  const sameVersion = ours.protocol === theirs.protocol;
  const expected = sameVersion ? theirs.digests['identity'] : ours.digests['identity'];
  const wrong = Object.keys(theirs.digests).filter((coding) => ours.digests[coding] !== expected);
  if (sameVersion && ours.tag !== theirs.tag) wrong.push('tag');
  return wrong.length === 0
    ? null
    : `The client layer of the build differs (${wrong.join(', ')}): the published rows do not follow from ${IMPORT_ORIGIN}.`;
}

async function readLayer(client: Connection): Promise<LayerFields | null> {
  const heads = await readJson<Pick<LayerFields, 'protocol' | 'tag'>>(
    client,
    `select json_group_array(json_object('protocol', protocol, 'tag', layer_tag)) from imports where n = ${SERVED_IMPORT}`,
  );
  const head = heads[0];
  if (head === undefined) return null;
  const digests: Record<string, string> = {};
  for (const coding of ['identity', 'gzip', 'br']) digests[coding] = await digestLayer(client, coding);
  return { ...head, digests };
}

async function digestLayer(client: Connection, coding: string): Promise<string> {
  const { rows } = await client.execute({
    sql: `select bytes from client_layer where import_n = ${SERVED_IMPORT} and coding = ? order by part`,
    args: [coding],
  });
  const packed = Buffer.concat(rows.map((row) => new Uint8Array(row[0] as ArrayBuffer)));
  try {
    const body = coding === 'br' ? brotliDecompressSync(packed) : coding === 'gzip' ? gunzipSync(packed) : packed;
    return createHash('sha256').update(body).digest('hex');
  } catch {
    return 'damaged';
  }
}
