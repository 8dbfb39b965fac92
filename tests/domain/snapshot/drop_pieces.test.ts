import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceItem } from '../../../domain/ports/drops.ts';
import type { DirtySource, EvidenceStore } from '../../../domain/ports/evidence.ts';
import { dropChanges } from '../../../domain/snapshot/drop_changes.ts';
import { DEFAULT_WEIGHTS } from '../../../domain/values/estimates/model.ts';

const NO_CONTEXT = { isSolo: false, questIds: [] };

type Asked = 'all' | 'changed';

/** Evidence of sources with items 1, 2, 3 and so on, which records the reads it receives. */
function evidenceOf(sources: readonly DirtySource[]) {
  const reads: { which: Asked; sources: number }[] = [];
  const evidence: Pick<EvidenceStore, 'dirtySources' | 'sourceItems' | 'tallies' | 'lootOf'> = {
    tallies: async () => ({ rows: [], next: null }),
    // One install for each source is enough, because the test is not about rates.
    lootOf: async (asked) => {
      const loot = { installN: 1, windows: 9, contexts: [0], windowsIn: [9], items: [], known: [NO_CONTEXT] };
      return { rows: asked.map((source) => ({ source, installs: [loot] })), next: null };
    },
    dirtySources: async (after, limit) => sources.filter(({ source }) => source.id > (after?.id ?? 0)).slice(0, limit),
    sourceItems: async (asked, which, { afterItem, limit }) => {
      reads.push({ which, sources: asked.length });
      const first = asked[0]!;
      const items = asked.flatMap((source): SourceItem[] => {
        const { items } = sources.find((one) => one.source.id === source.id)!;
        const seen = { drops: 5, installs: 3, installsBefore: 3, firstDays: [1, 1, 1], lastDays: [2, 2, 2] };
        return Array.from({ length: items }, (_, i) => ({ source, itemId: i + 1, ...seen }));
      });
      return items.filter((item) => item.source.id > first.id || item.itemId > afterItem).slice(0, limit);
    },
  };
  return { evidence: evidence as EvidenceStore, reads };
}

function source(id: number, { before = 0, now = 3, items = 2 } = {}): DirtySource {
  return {
    source: { type: 'npc', id },
    kills: 10,
    reporters: now,
    topWindows: 5,
    items,
    reportersBefore: before,
    itemsBefore: before === 0 ? 0 : items,
  };
}

async function statedOf(evidence: EvidenceStore) {
  const pieces = [];
  for await (const piece of dropChanges(evidence, DEFAULT_WEIGHTS)) {
    pieces.push(piece);
  }
  return pieces;
}

test('withdrawn sources are written together with the others, which are in order', async () => {
  const kinds = [{ before: 0 }, { before: 3 }, { before: 3, now: 2 }, { before: 0, now: 2 }];
  const sources = Array.from({ length: 1_200 }, (_, i) => source(i + 1, kinds[i % 4]));
  const { evidence, reads } = evidenceOf(sources);
  const pieces = await statedOf(evidence);
  assert.equal(pieces.length, 1, 'each piece costs a dozen statements');
  assert.deepEqual(reads, [{ which: 'all', sources: 600 }]);
  const [facts] = pieces;
  assert.deepEqual(
    facts!.map((fact) => [fact.source.id, fact.public]),
    [
      ...sources.filter((_, i) => i % 4 === 2).map((one) => [one.source.id, false]),
      ...sources.filter((_, i) => i % 4 < 2).map((one) => [one.source.id, true]),
    ],
  );
  for (const fact of facts!) assert.equal(fact.items.length, fact.public ? 2 : 0);
});

test('a source with more items than one read returns is written in pieces, and its neighbours completely', async () => {
  const { evidence } = evidenceOf([source(1), source(2, { items: 50_000 }), source(3, { before: 3 })]);
  const pieces = await statedOf(evidence);
  const itemsOf = (id: number) =>
    pieces.flatMap((facts) => facts.filter((fact) => fact.source.id === id).flatMap((fact) => fact.items));
  for (const [id, items] of [
    [1, 2],
    [2, 50_000],
    [3, 2],
  ] as const) {
    assert.deepEqual(
      itemsOf(id).map(({ itemId }) => itemId),
      Array.from({ length: items }, (_, i) => i + 1),
    );
  }
  for (const facts of pieces) assert.ok(facts.reduce((sum, { items }) => sum + items.length, 0) <= 20_000);
});

test('more items than were counted lose nothing: the rest is read again from where it was cut', async () => {
  const sources = [source(1, { items: 15_000 }), source(2, { before: 3, items: 15_000 }), source(3, { items: 15_000 })];
  const { evidence } = evidenceOf(sources);
  const counted: EvidenceStore = {
    ...evidence,
    dirtySources: async (after) => (after === null ? sources.map((one) => ({ ...one, items: 1, itemsBefore: 0 })) : []),
  };
  const seen = new Map<number, Set<number>>();
  for (const facts of await statedOf(counted)) {
    for (const fact of facts) {
      const items = seen.get(fact.source.id) ?? new Set();
      for (const { itemId } of fact.items) items.add(itemId);
      seen.set(fact.source.id, items);
    }
  }
  assert.deepEqual(
    [...seen].map(([id, items]) => [id, items.size]),
    [
      [1, 15_000],
      [2, 15_000],
      [3, 15_000],
    ],
  );
});
