import { logChange } from '../../domain/change_log.ts';
import type {
  Change,
  SnapshotChange,
  SnapshotReader,
  SnapshotRow,
  SnapshotView,
  SnapshotWriter,
} from '../../domain/ports/snapshots.ts';
import { ok } from '../../domain/result.ts';
import { EDGE_GROUPS } from '../../domain/rollups/edges.ts';
import {
  createGroupedList,
  type GroupedList,
  groupOf,
  keepStep,
  ledgerOf,
  piecesOf,
  placesIn,
} from './grouped_list.ts';
import { createMemoryMarketFacts, type MemoryMarketFacts } from './market.ts';
import { withdraw } from './placed_list.ts';
import { createMemoryDrops, type MemoryDrops } from './snapshot_drops.ts';
import { createMemoryEdges, type MemoryEdges } from './snapshot_edges.ts';
import { createMemoryFacts, type MemoryFacts } from './snapshot_facts.ts';
import { createMemoryLog, type MemoryLog } from './snapshot_log.ts';

interface Store {
  readonly epoch: string;
  readonly rows: SnapshotRow[];
  readonly corpus: GroupedList<string>;
  readonly drops: MemoryDrops;
  readonly edges: MemoryEdges;
  readonly facts: MemoryFacts;
  readonly market: MemoryMarketFacts;
  readonly log: MemoryLog;
}

/**
 * A snapshot database in memory, for tests: writer and reader of one store. Neither ever fails. Hashes of keys are not
 * kept: nothing reads them through a port.
 */
export const createMemorySnapshots = (epoch: string): { writer: SnapshotWriter; reader: SnapshotReader } => {
  const store: Store = {
    epoch,
    rows: [],
    corpus: createGroupedList(),
    drops: createMemoryDrops(),
    edges: createMemoryEdges(),
    facts: createMemoryFacts(),
    market: createMemoryMarketFacts(),
    log: createMemoryLog(),
  };
  return { writer: writerOf(store), reader: readerOf(store) };
};

const writerOf = (store: Store): SnapshotWriter => ({
  newest: async () => ok(store.rows.at(-1) ?? null),
  corpusCounts: async () =>
    ok(Object.fromEntries([...store.corpus.groups].map(([kind, { places }]) => [kind, places.length]))),
  write: async (change) => ok(write(store, change)),
  changeLines: async () => ok(store.log.lines()),
  carryChanges: async (lines) => ok(await store.log.carry(lines, (change) => stands(store, change))),
  close: async () => undefined,
});

const write = (store: Store, change: SnapshotChange): SnapshotRow => {
  const { n, writtenAtMs } = change.row;
  withdrawCorpus(store, change);
  appendCorpus(store, change);
  const changes = [
    ...store.drops.state(change.drops, n),
    ...store.edges.state(change.edges, n),
    ...store.facts.state(change.facts, change.wholeFamilies),
  ];
  store.market.state(change.market);
  const row: SnapshotRow = {
    ...change.row,
    corpusPlaces: placesIn(store.corpus),
    ratePlaces: store.drops.rates.places.length,
    zeroPlaces: store.drops.zeros.places.length,
    edgePlaces: placesIn(store.edges.list),
  };
  store.rows.push(row);
  store.log.note(logChange(change.changeLog === 'silent' ? [] : changes, change.erased), writtenAtMs);
  return row;
};

const withdrawCorpus = ({ corpus }: Store, { corpusWithdrawals, row }: SnapshotChange): void => {
  const gone = new Set(corpusWithdrawals.map(({ kind, place }) => `${kind}:${place}`));
  for (const [kind, list] of corpus.groups) withdraw(list, (_, place) => gone.has(`${kind}:${place}`), row.n);
};

const appendCorpus = ({ corpus }: Store, { corpus: additions, row }: SnapshotChange): void => {
  if (additions.length === 0) return;
  for (const { kind, rows } of additions) groupOf(corpus, kind).places.push(...rows);
  keepStep(corpus, row.n);
};

/** Whether the field that a line of the change log names is public. */
const stands = ({ drops, edges, facts }: Store, { family, subject, field }: Change): boolean => {
  if (family === 'drops') return drops.stands(subject);
  if (family !== 'edges') return Object.hasOwn(facts.one(family, subject) ?? {}, field);
  const [kind, id] = subject.split(':');
  const groups = EDGE_GROUPS.filter(({ rel, fromKind }) => rel === field && fromKind === kind);
  return groups.some(({ name }) => edges.stands(name, Number(id)));
};

const readerOf = (store: Store): SnapshotReader => ({
  view: async () => ok(newestView(store)),
  current: () => newestView(store),
  row: async (_view, n) => ok(store.rows.find((row) => row.n === n) ?? null),
  corpusRows: async (_view, slices) => ok(piecesOf(store.corpus, slices, (text) => text)),
  edgeRows: async (_view, slices) => ok(piecesOf(store.edges.list, slices, ({ text }) => text)),
  edgePlaces: async (_view, groups, ends) => ok(store.edges.places(groups, ends)),
  fact: async (_view, family, subject) => ok(store.facts.one(family, subject)),
  factsOf: async (_view, family, prefix) => ok(store.facts.all(family, prefix)),
  marketRealms: async () => ok(store.market.realms((realmKey) => spellingOf(store, realmKey))),
  marketItems: async (_view, realmKey, house, limit) => ok(store.market.items(realmKey, house, limit)),
  drops: async (_view, rates, zeros) => ok(store.drops.read(rates, zeros)),
  refresh: async () => ok(undefined),
  close: async () => undefined,
});

/** The agreed spelling of a realm (domain/rollups/realms.ts). */
const spellingOf = ({ facts }: Store, realmKey: string): string | null => {
  const spelling = facts.one('realms', realmKey)?.['spelling'];
  return typeof spelling === 'string' ? spelling : null;
};

const newestView = (store: Store): SnapshotView | null => {
  const row = store.rows.at(-1);
  return row === undefined ? null : viewOf(store, row);
};

const viewOf = (store: Store, row: SnapshotRow): SnapshotView => ({
  epoch: store.epoch,
  row,
  corpus: ledgerOf(store.corpus),
  edges: ledgerOf(store.edges.list),
  rateGaps: [...store.drops.rates.gaps],
  zeroGaps: [...store.drops.zeros.gaps],
});
