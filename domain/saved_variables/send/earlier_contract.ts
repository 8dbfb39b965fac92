/**
 * Rewrites the body of an upload for an instance that follows an earlier contract, because it refuses unknown fields.
 * Contract 1.5.0 added `season` and `region`, `method` and `sourceItemId` of loot, and `limited` of vendors' goods.
 * `protocol` is the version that the instance names, or null if unknown, which changes nothing.
 */
export function omitNewerFields(body: string, protocol: string | null): string {
  const [major = 1, minor = 5] = (protocol ?? '').split('.').map((part) => Number.parseInt(part, 10));
  const isEarlier = major < 1 || (major === 1 && minor < 5);
  if (!isEarlier) return body;
  const {
    season: _season,
    region: _region,
    ...envelope
  } = JSON.parse(body) as { readonly records: readonly RecordFields[] } & RecordFields;
  return JSON.stringify({ ...envelope, records: envelope.records.map(toEarlierRecord) });
}

type RecordFields = Readonly<Record<string, unknown>>;

function toEarlierRecord(record: RecordFields): RecordFields {
  if (record['kind'] === 'vendor') {
    const items = record['items'] as readonly RecordFields[];
    return { ...record, items: items.map(({ limited: _limited, ...item }) => item) };
  }
  if (record['kind'] !== 'loot') return record;
  const { method, sourceItemId: _item, ...window } = record;
  if (method === undefined || method === 'corpse' || method === 'object') return window;
  // Without its method, the window would count for the source's drops. Without a source, it counts for none.
  const { sourceNpcId: _npc, sourceObjectId: _object, ...rest } = window;
  return rest;
}
