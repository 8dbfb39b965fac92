import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SnapshotReader } from '../../domain/ports/snapshots.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { storageFails } from '../support/storage_fails.ts';
import { createToolWorld } from './support.ts';

/** A reader that has its view in memory and can read nothing else. */
function broken(reader: SnapshotReader): SnapshotReader {
  return new Proxy(reader, {
    get: (whole, name) => (name === 'view' ? whole.view : async () => storageFails('snapshot', 'SQLITE_IOERR')),
  });
}

const ASKED: Readonly<Record<string, object>> = {
  auction_history: { itemId: 5, realm: 'Everlook' },
  collection_gap: { collection: 'mounts' },
  completion_progress: { area: 'title' },
  everloot_plan: {},
  gold_ledger: { character: 'Bo', realm: 'Everlook' },
  guild_board: { guild: 'Bo', realm: 'Everlook' },
  market_value: { itemId: 5, realm: 'Everlook' },
  population: {},
  recent_changes: { limit: 5 },
};

test('what cannot be read is out of reach: neither a page nor a reason why there is none', async () => {
  const on = createToolWorld();
  await on.write({});
  const reader = broken(on.reader);
  const ground = {
    reader,
    view: await reader.view(),
    publisher: { publicUrl: 'https://example.test', serviceName: 'T' },
    instance: { keys: true, selfGrants: false, exports: async () => 'ready' as const },
  };
  for (const [name, args] of Object.entries(ASKED)) {
    await assert.rejects(TOOL_TABLE.get(name)!.rule.answer(ground, args as never), StorageFault, name);
  }
});
