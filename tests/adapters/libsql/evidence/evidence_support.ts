import { join } from 'node:path';
import { type EvidenceOptions, openEvidenceStore } from '../../../../adapters/libsql/evidence/store.ts';
import type { ClaimTraits } from '../../../../domain/families/counting/claims.ts';
import type { Testimony } from '../../../../domain/families/counting/family.ts';
import type { LootEvidence, Source } from '../../../../domain/ports/drops.ts';
import type {
  DirtyPage,
  EvidenceBatch,
  EvidenceStore,
  LootPage,
  LootPlace,
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
export const TRAITS: ReadonlyMap<string, ClaimTraits> = new Map([
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

/** Adds one step of evidence after the existing ones. */
export async function add(store: EvidenceStore, batch: Partial<EvidenceBatch>): Promise<void> {
  const cursor = await store.cursor();
  await store.add({ ...cursor, step: cursor.step + 1, seq: cursor.seq + 10 }, { ...EMPTY_BATCH, ...batch });
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

/** Returns an install's windows on a source on the day of T0, with drops as [item, windows] or [item, windows, day]. */
export function looted(
  source: Source,
  installN: number,
  windows: number,
  ...drops: readonly (readonly [itemId: number, count: number, day?: number])[]
): LootEvidence {
  return {
    source,
    installN,
    windows,
    contexts: [''],
    windowsIn: [windows],
    items: drops
      .map(([itemId, count, day = DAY0]) => ({
        ...{ itemId, drops: count, dropsIn: [count], marked: [], firstDay: day, lastDay: day },
      }))
      .sort((a, b) => a.itemId - b.itemId),
  };
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

const ALL_ITEMS = { afterItem: 0, limit: 1_000 };

/** Returns the dirty sources as lines. */
export async function dirtySources(store: EvidenceStore): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const d of await store.dirtySources(null, 1_000)) {
    const changed = await store.sourceItems([d.source], 'changed', ALL_ITEMS);
    const gone = changed.filter(({ drops }) => drops === 0).map(({ itemId }) => itemId);
    const told = gone.length === 0 ? '' : `, gone ${gone.join(' ')}`;
    lines.push(
      `${d.source.type} ${d.source.id}: ${d.kills} kills, ${d.reportersBefore}>${d.reporters} installs, ${d.itemsBefore}>${d.items} items${told}`,
    );
  }
  return lines.sort();
}

export async function sourceItems(
  store: EvidenceStore,
  which: 'all' | 'changed',
  ...sources: Source[]
): Promise<readonly string[]> {
  return (await store.sourceItems(sources, which, ALL_ITEMS))
    .filter(({ drops }) => drops > 0)
    .map(({ source, itemId, drops }) => `${source.type} ${source.id} item ${itemId}: ${drops}`)
    .sort();
}

/** Returns the testimonies of a daily roll-up from a day on, grouped by subject. Reads pages of two subjects. */
export async function testimonies(store: EvidenceStore, rollup: string, fromDay: number): Promise<Testimony[]> {
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

/** Returns everything that a store can answer about sources 1 to 3, as plain values in a fixed order. */
/**
 * Returns, for each source, install and context, the windows and the drops of each item. Contexts that differ only in
 * other quests than `quests` are added up.
 */
export async function lootByContext(store: EvidenceStore, sources: readonly Source[], quests: readonly number[]) {
  const sums = new Map<string, number>();
  const add = (key: string, count: number) => sums.set(key, (sums.get(key) ?? 0) + count);
  for (let after: LootPlace | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: LootPage = await store.lootOf(sources, new Set(quests), after);
    for (const { source, installs } of page.rows) {
      for (const { installN, known, windowsIn, items } of installs) {
        known.forEach(({ isSolo, questIds }, i) => {
          const place = `${source.type}:${source.id}:${installN} ${isSolo ? 'solo' : ''} ${questIds.join()}`;
          add(place, windowsIn[i]!);
          for (const { itemId, dropsIn } of items) add(`${place} ${itemId}`, dropsIn[i]!);
        });
        for (const { itemId, marked } of items) {
          for (const questId of marked) add(`${source.type}:${source.id}:${installN} ${itemId} for ${questId}`, 1);
        }
      }
    }
    after = page.next;
  }
  return [...sums].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

export async function everything(store: EvidenceStore) {
  const sources = [npc(1), npc(2), object(1)];
  return {
    cursor: await store.cursor(),
    counts: await store.counts(),
    sources: await dirtySources(store),
    items: (await store.sourceItems(sources, 'all', ALL_ITEMS)).filter(({ drops }) => drops > 0),
    loot: await lootByContext(store, sources, [3, 5]),
    changedItems: await store.sourceItems(sources, 'changed', ALL_ITEMS),
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
