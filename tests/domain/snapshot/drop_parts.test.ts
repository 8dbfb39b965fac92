import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemRate, SourceLoot } from '../../../domain/ports/drops.ts';
import type { DirtySource, EvidenceStore } from '../../../domain/ports/evidence.ts';
import { yieldDropChanges } from '../../../domain/snapshot/drop_changes.ts';
import { DEFAULT_WEIGHTS } from '../../../domain/values/estimates/model.ts';

const RULES = { weights: DEFAULT_WEIGHTS, day: 1, onceOnly: new Set<number>(), sameDay: null };

/** A dirty source with items 1, 2, 3 and so on, which each of its installs saw. */
interface Sketch extends DirtySource {
  readonly all: number;
}

/** Evidence that records the reads of loot it receives. A page has the loot of at most `aPage` installs. */
function evidenceOf(sources: readonly Sketch[], { changed = [1], aPage = 10_000, marked = [] as number[] } = {}) {
  const reads: string[] = [];
  const sketchOf = (id: number) => sources.find(({ source }) => source.id === id)!;
  const installsOf = (id: number): SourceLoot['installs'] =>
    Array.from({ length: sketchOf(id).reporters }, (_, i) => ({
      ...{ installN: i + 1, windows: 9, contexts: [0], windowsIn: [9], receivedDay: 2 },
      known: [{ isSolo: false, questIds: [] }],
      items: Array.from({ length: sketchOf(id).all }, (_, at) => ({
        ...{ itemId: at + 1, drops: 5, dropsIn: [5], firstDay: 1, lastDay: 2 },
        marked: marked.includes(at + 1) ? [60] : [],
      })),
      windowsInTime: () => [],
    }));
  const evidence: Pick<EvidenceStore, 'dirtySources' | 'changedItems' | 'tallies' | 'lootOf'> = {
    tallies: async (_rollup, subjects) => {
      const tally = { field: 'quest:60', value: '60', installs: 3, firstDays: [], lastDays: [] };
      return { rows: subjects.map((subject) => ({ subject, tallies: [tally] })), next: null };
    },
    changedItems: async (asked) => asked.map(() => changed),
    lootOf: async (asked, quests, after) => {
      const { source: from, installN } = after ?? { source: 0, installN: 0 };
      reads.push(`${asked.length}:${from}:${installN}:${[...quests].join()}`);
      const rows: SourceLoot[] = [];
      let left = aPage;
      for (let at = from; at < asked.length; at++) {
        const installs = installsOf(asked[at]!.id).filter((one) => at > from || one.installN >= installN);
        if (installs.length > left) {
          if (rows.length > 0) return { rows, next: { source: at, installN: 0 } };
          const some = installs.slice(0, aPage);
          const next = { source: at, installN: some.at(-1)!.installN + 1 };
          return { rows: [{ source: asked[at]!, installs: some }], next };
        }
        rows.push({ source: asked[at]!, installs });
        left -= installs.length;
      }
      return { rows, next: null };
    },
    dirtySources: async (after, limit) => sources.filter(({ source }) => source.id > (after?.id ?? 0)).slice(0, limit),
  };
  return { evidence: evidence as EvidenceStore, reads };
}

function source(id: number, { before = 0, now = 3, items = 2 } = {}): Sketch {
  return {
    source: { type: 'npc', id },
    reporters: now,
    items: now < 3 ? items : 0,
    reportersBefore: before,
    itemsBefore: before === 0 ? 0 : items,
    all: items,
  };
}

async function partsOf(evidence: EvidenceStore) {
  const parts = [];
  for await (const part of yieldDropChanges(evidence, RULES)) parts.push(part);
  return parts;
}

test('rates estimated on the same day are kept, unless other windows decide', async () => {
  const { evidence } = evidenceOf([source(1, { items: 4 })], { marked: [4] });
  const known = (itemId: number): ItemRate => ({
    ...{ itemId, drops: 1, installs: 1, estimate: 0.123, estimateLow: 0.1, estimateHigh: 0.2, effectiveWindows: 9 },
    basis: 'all',
  });
  const rates = [
    known(1),
    { ...known(2), basis: 'solo' as const },
    { ...known(3), obtainable: 'once' as const },
    known(4),
  ];
  const estimatesOn = async (day: number) => {
    const rules = { ...RULES, day, sameDay: async () => [rates] };
    const facts = [];
    for await (const { drops } of yieldDropChanges(evidence, rules)) facts.push(...drops);
    for (const { drops, installs } of facts[0]!.items) assert.deepEqual([drops, installs], [15, 3]);
    return facts[0]!.items.map(({ estimate }) => estimate === 0.123);
  };
  assert.deepEqual(await estimatesOn(3), [true, false, false, false], 'item 4 was not known to be of a quest');
  assert.deepEqual(
    await estimatesOn(1),
    [false, false, false, false],
    'the source grew by more than a tenth on this day',
  );
});

test('small sources are read together and once, and sources that were never public not at all', async () => {
  const kinds = [{ before: 0 }, { before: 3 }, { before: 3, now: 2 }, { before: 0, now: 2 }];
  const sources = Array.from({ length: 1_200 }, (_, i) => source(i + 1, kinds[i % 4]));
  const { evidence, reads } = evidenceOf(sources);
  const parts = await partsOf(evidence);
  assert.ok(parts.length <= 4, 'each part costs a dozen statements');
  assert.deepEqual(reads, ['600:0:0:']);
  const facts = parts.flatMap(({ drops }) => drops);
  assert.deepEqual(
    facts.map((fact) => [fact.source.id, fact.public]),
    [
      ...sources.filter((_, i) => i % 4 === 2).map((one) => [one.source.id, false]),
      ...sources.filter((_, i) => i % 4 < 2).map((one) => [one.source.id, true]),
    ],
  );
  for (const fact of facts) assert.equal(fact.items.length, fact.public ? 2 : 0);
  const edges = parts.flatMap((part) => part.edges);
  assert.equal(edges.length, 900, 'one for the changed item of each source that is or was public');
  const { edge } = edges.find(({ name }) => name.toId === 1)!;
  assert.deepEqual(edge, { installs: 3, firstSeen: '1970-01-02', lastSeen: '1970-01-03' });
  assert.equal(edges.find(({ name }) => name.toId === 3)!.edge, null);
});

test('a source with very many items is written in parts with their ranges, and other sources are written whole', async () => {
  const changed = [1, 20_000, 20_001, 50_000, 60_000];
  const { evidence } = evidenceOf([source(1), source(2, { items: 50_000 }), source(3, { before: 3 })], { changed });
  const parts = await partsOf(evidence);
  const factsOf = (id: number) => parts.flatMap(({ drops }) => drops.filter((fact) => fact.source.id === id));
  for (const [id, items] of [
    [1, 2],
    [2, 50_000],
    [3, 2],
  ] as const) {
    assert.deepEqual(
      factsOf(id).flatMap((fact) => fact.items.map(({ itemId }) => itemId)),
      Array.from({ length: items }, (_, i) => i + 1),
    );
    for (const { kills, reporters, topWindows } of factsOf(id)) {
      assert.deepEqual([kills, reporters, topWindows], [27, 3, 9]);
    }
  }
  assert.deepEqual(
    factsOf(2).map(({ itemRange }) => itemRange),
    [
      [0, 20_000],
      [20_001, 40_000],
      [40_001, Number.MAX_SAFE_INTEGER],
    ],
  );
  assert.equal(factsOf(1)[0]!.itemRange, undefined);
  const edges = parts.flatMap((part) => part.edges.filter(({ name }) => name.toId === 2));
  assert.deepEqual(
    edges.map(({ name, edge }) => [name.fromId, edge !== null]),
    [
      [1, true],
      [20_000, true],
      [20_001, true],
      [50_000, true],
      [60_000, false],
    ],
  );
  for (const { drops } of parts) assert.ok(drops.reduce((sum, { items }) => sum + items.length, 0) < 40_000);
});

test('a source that does not fit on a page is read twice, and every install counts once', async () => {
  const sources = [source(1, { now: 4 }), source(2, { now: 25 }), source(3, { now: 5 }), source(4, { now: 30 })];
  const { evidence, reads } = evidenceOf(sources, { aPage: 10 });
  const facts = (await partsOf(evidence)).flatMap(({ drops }) => drops);
  assert.deepEqual(
    facts.map((fact) => [fact.source.id, fact.reporters, fact.kills]),
    sources.map((one) => [one.source.id, one.reporters, 9 * one.reporters]),
  );
  assert.ok(facts.every(({ items }) => items.every(({ installs, drops }) => drops === 5 * installs)));
  assert.equal(reads.filter((read) => read.startsWith('4:')).length, 5);
});

test('a source whose items are marked for agreed quests is read again with these quests', async () => {
  const { evidence, reads } = evidenceOf([source(1), source(2, { items: 1 })], { marked: [2] });
  await partsOf(evidence);
  assert.deepEqual(reads, ['2:0:0:', '1:0:0:60']);
});
