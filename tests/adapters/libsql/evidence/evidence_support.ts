import { join } from 'node:path';
import { type EvidenceOptions, openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import type { ClaimRules } from '../../../../domain/families/counting/claims.ts';
import type { InstallTestimony } from '../../../../domain/families/counting/family.ts';
import type { LootWindow, Source, SourceLoot } from '../../../../domain/ports/drops.ts';
import type {
  DirtyPage,
  EvidenceBatch,
  EvidenceStore,
  LootPage,
  LootPageStart,
  TalliedSubject,
  UploadPart,
  WitnessedSubject,
} from '../../../../domain/ports/evidence.ts';
import type { ScanPart } from '../../../../domain/ports/market.ts';
import { DAY_MS } from '../../../../domain/values/instant.ts';
import { EPOCH, withFolder } from '../../../domain/snapshot/support.ts';
import { createMemoryEvidence } from '../../../doubles/evidence.ts';
import { T0 } from '../../../support/claims.ts';

/** One roll-up of each shape. `boards` represents the families of named records, whose field is the record number. */
export const TRAITS: ReadonlyMap<string, ClaimRules> = new Map([
  ['names', { shape: 'tallied', dated: false }],
  ['edges', { shape: 'tallied', dated: true }],
  ['pins', { shape: 'witnessed', dated: false }],
  ['boards', { shape: 'witnessed', dated: false }],
  ['census', { shape: 'daily', dated: false }],
]);
export const TALLIED = ['names', 'edges'] as const;
export const WITNESSED = ['pins', 'boards'] as const;

export interface EvidenceKind {
  readonly name: 'memory' | 'libSQL' | 'libSQL, unfinished';
  with<T>(work: (evidence: EvidenceStore) => Promise<T>): Promise<T>;
}

const memory: EvidenceKind = { name: 'memory', with: (work) => work(createMemoryEvidence({ rollups: TRAITS })) };

function libsql(name: EvidenceKind['name'], how: Pick<EvidenceOptions, 'unfinished' | 'heldMax'>): EvidenceKind {
  return {
    name,
    with: (work) =>
      withFolder(async (folder) => {
        const path = join(folder, 'evidence.db');
        const evidence = await openEvidenceStore(path, { epoch: EPOCH, create: true, rollups: TRAITS, ...how });
        try {
          return await work(evidence);
        } finally {
          await evidence.close();
        }
      }),
  };
}

/** Implementations of the evidence store. An unfinished epoch buffers evidence until it is read or there is much of it. */
export const EVIDENCES: readonly EvidenceKind[] = [
  memory,
  libsql('libSQL', {}),
  libsql('libSQL, unfinished', { unfinished: true, heldMax: 6 }),
];

export const EMPTY_BATCH: EvidenceBatch = { parts: [], loot: [], claims: [], scans: [], feed: [] };

/** A batch whose loot may be given in lists, such as those of `looted`. */
type BatchSketch = Partial<Omit<EvidenceBatch, 'loot'>> & {
  readonly loot?: readonly (LootWindow | readonly LootWindow[])[];
};

/** Adds one step of evidence after the existing ones. */
export async function add(store: EvidenceStore, { loot = [], ...batch }: BatchSketch): Promise<void> {
  const cursor = await store.cursor();
  const to = { ...cursor, step: cursor.step + 1, seq: cursor.seq + 10 };
  await store.add(to, { ...EMPTY_BATCH, ...batch, loot: loot.flat() });
}

/** Removes an install in one step. */
export async function takeOut(
  store: EvidenceStore,
  installN: number,
  options = { stays: true, erased: false },
): Promise<void> {
  const cursor = await store.cursor();
  await store.removeInstall({ ...cursor, step: cursor.step + 1 }, installN, options);
}

export function npc(id: number): Source {
  return { type: 'npc', id };
}
export function object(id: number): Source {
  return { type: 'object', id };
}

/**
 * Returns an install's windows on a source, with drops as [item, windows] or [item, windows, day]. The first windows hold
 * the items. The days, by default that of T0, alternate.
 */
export function looted(
  source: Source,
  installN: number,
  windows: number,
  ...drops: readonly (readonly [itemId: number, count: number, day?: number])[]
): readonly LootWindow[] {
  return Array.from({ length: windows }, (_, i): LootWindow => {
    const day = drops[i % drops.length]?.[2] ?? DAY0;
    return {
      ...{ source, installN, context: '', marks: [], receivedDay: day + (i % 3), tie: (7 * i + installN) % 4 },
      capturedAtMs: day * DAY_MS + 500 * (i % 2),
      itemIds: drops
        .filter(([, count]) => i < count)
        .map(([itemId]) => itemId)
        .sort((a, b) => a - b),
    };
  });
}

const DAY0 = Math.floor(T0 / DAY_MS);

export { claim, T0 } from '../../../support/claims.ts';

export function part(uploadN: number, installN: number, counts: Partial<UploadPart>): UploadPart {
  return {
    uploadN,
    installN,
    feedRecords: 0,
    legacyRecords: 0,
    lootRecords: 0,
    lootWindows: 0,
    ...counts,
  };
}

export function scan(installN: number, itemId: number, price: number): ScanPart {
  return {
    installN,
    realmKey: 'realm',
    house: '',
    scanId: `scan-${installN}`,
    atMs: T0,
    receivedAtMs: T0,
    complete: true,
    rows: [{ itemId, price, quantity: 1 }],
  };
}

/** Returns all rows of all pages. */
export async function pages<T>(read: (after: number, limit: number) => Promise<DirtyPage<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: DirtyPage<T> = await read(after, 2);
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

export async function tallied(store: EvidenceStore, rollup: string): Promise<readonly TalliedSubject[]> {
  return bySubject(await pages((after, limit) => store.dirtyTallies(rollup, after, limit)));
}

export async function witnessed(store: EvidenceStore, rollup: string): Promise<readonly WitnessedSubject[]> {
  return bySubject(await pages((after, limit) => store.dirtyWitnesses(rollup, after, limit)));
}

function bySubject<T extends { readonly subject: string }>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
}

/** Returns the dirty sources as lines. */
export async function dirtySources(store: EvidenceStore): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const d of await store.dirtySources(null, 1_000)) {
    const [changed] = await store.changedItems([d.source]);
    lines.push(
      `${d.source.type} ${d.source.id}: ${d.reportersBefore}>${d.reporters} installs, ${d.itemsBefore}>${d.items} items, changed ${changed!.join(' ')}`,
    );
  }
  return lines.sort();
}

/** Returns the drops of each item of these sources as lines. */
export async function sourceItems(store: EvidenceStore, ...sources: Source[]): Promise<readonly string[]> {
  const drops = new Map<string, number>();
  for (const { source, installs } of await allLoot(store, sources, [])) {
    for (const item of installs.flatMap(({ items }) => items)) {
      const line = `${source.type} ${source.id} item ${item.itemId}`;
      drops.set(line, (drops.get(line) ?? 0) + item.drops);
    }
  }
  return [...drops].map(([line, count]) => `${line}: ${count}`).sort();
}

/** Reads all pages of loot. */
async function allLoot(store: EvidenceStore, sources: readonly Source[], quests: readonly number[]) {
  const rows: SourceLoot[] = [];
  for (let after: LootPageStart | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: LootPage = await store.lootOf(sources, new Set(quests), after);
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

/** Returns the testimonies of a daily roll-up from a day on, grouped by subject. Reads pages of two subjects. */
export async function testimonies(store: EvidenceStore, rollup: string, fromDay: number): Promise<InstallTestimony[]> {
  return (await pages((after, limit) => store.testimonies(rollup, fromDay, after, limit)))
    .flatMap(({ subject, witnesses }) => witnesses.map((witness) => ({ subject, ...witness })))
    .sort((a, b) => (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0));
}

/** Returns the pending changes of the feed. */
export async function pendingIn(store: EvidenceStore) {
  return {
    withdrawals: await store.pendingWithdrawals(null, 1_000),
    ...(await store.pending(Number.MAX_SAFE_INTEGER, 1_000)),
  };
}

/** Clears all marks, as after a complete snapshot. */
export async function clearMarks(store: EvidenceStore, dailyDay: number | null): Promise<void> {
  return await store.clearMarks(dailyDay, { upTo: Number.MAX_SAFE_INTEGER, behind: Number.MAX_SAFE_INTEGER });
}

/**
 * Returns, for each source, install and context, the windows and the drops of each item. Contexts that differ only in
 * other quests than `quests` are added up.
 */
export async function lootByContext(store: EvidenceStore, sources: readonly Source[], quests: readonly number[]) {
  const sums = new Map<string, number>();
  const add = (key: string, count: number) => sums.set(key, (sums.get(key) ?? 0) + count);
  for (const { source, installs } of await allLoot(store, sources, quests)) {
    for (const { installN, known, windowsIn, items } of installs) {
      known.forEach(({ isSolo, questIds }, i) => {
        const place = `${source.type}:${source.id}:${installN} ${isSolo ? 'solo' : ''} ${questIds.join()}`;
        add(place, windowsIn[i]!);
        for (const { itemId, dropsIn } of items) add(`${place} ${itemId}`, dropsIn[i]!);
      });
    }
  }
  return [...sums].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the sums of each install's loot on each source, and its windows with their contexts, in order. */
async function wholeLoot(store: EvidenceStore, sources: readonly Source[], quests: readonly number[]) {
  return (await allLoot(store, sources, quests)).flatMap(({ source, installs }) =>
    installs.map(({ installN, windows, items, receivedDay, known, windowsInTime }) => ({
      ...{ source, installN, windows, receivedDay },
      items: items.map(({ dropsIn: _, ...item }) => item),
      inTime: windowsInTime().map(({ context, ...window }) => ({ ...window, context: known[context] })),
    })),
  );
}

/** Returns everything that a store can answer about sources 1 to 3, as plain values in a fixed order. */
export async function everything(store: EvidenceStore) {
  const sources = [npc(1), npc(2), object(1)];
  return {
    cursor: await store.cursor(),
    counts: await store.counts(),
    sources: await dirtySources(store),
    byContext: await lootByContext(store, sources, [3, 5]),
    loot: await wholeLoot(store, sources, [3, 5]),
    looters: (await store.looters(sources)).filter((installs) => installs > 0),
    tallies: await Promise.all(TALLIED.map((rollup) => tallied(store, rollup))),
    witnesses: await Promise.all(WITNESSED.map((rollup) => witnessed(store, rollup))),
    market: (await pages((after, limit) => store.dirtyMarket(after, limit)))
      .map(({ subject, scans }) => JSON.stringify([subject, scans!.toSorted((a, b) => a.installN - b.installN)]))
      .sort(),
    census: await testimonies(store, 'census', 0),
    excluded: [...(await store.excluded())].sort(),
    standing: await store.feedRecords(Array.from({ length: 60 }, (_, i) => i)),
    pending: await pendingIn(store),
  };
}
