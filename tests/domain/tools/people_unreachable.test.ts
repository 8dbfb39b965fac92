import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';
import { TOOL_TABLE } from '../../../http/tools/mod.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import { createToolWorld } from './support.ts';

/** Returns a store that has its view in memory and whose other reads all fail. */
function broken(store: SnapshotStore): SnapshotStore {
  return replaceReads(store, (snapshot) => {
    const groups = Object.entries(snapshot).filter(([name, part]) => name !== 'view' && typeof part === 'object');
    return {
      ...breakable(snapshot, () => true),
      ...Object.fromEntries(groups.map(([name, reads]) => [name, breakable(reads, () => true)])),
    };
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

test('an unreachable store throws a fault instead of a page or a reason', async () => {
  const on = createToolWorld();
  await on.write({});
  const store = broken(on.store);
  const ground = {
    snapshots: store,
    snapshot: await store.newest(),
    publisher: { publicUrl: 'https://example.test', serviceName: 'T' },
    instance: { keys: true, selfGrants: false, exports: async () => 'ready' as const },
  };
  for (const [name, args] of Object.entries(ASKED)) {
    await assert.rejects(TOOL_TABLE.get(name)!.rule.answer(ground, args as never), StorageFault, name);
  }
});
