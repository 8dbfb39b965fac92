import { groupBy } from '../../domain/families/counting/group_by.ts';
import { EDGE_GROUPS } from '../../domain/families/edges.ts';
import { logChange } from '../../domain/families/lookups/change_log.ts';
import { buildImported } from '../../domain/game_files/import/log_line.ts';
import { unservedRow } from '../../domain/game_files/import/snapshot_row.ts';
import { CLIENT_GROUPS } from '../../domain/ports/build.ts';
import type { Change, ChangeLogMode } from '../../domain/ports/change_log.ts';
import { MENTIONED_MAX, type MentionedType, type Mentions } from '../../domain/ports/facts.ts';
import type { ListSlice } from '../../domain/ports/places.ts';
import type { RowsRead } from '../../domain/ports/rows.ts';
import type { SnapshotRow, SnapshotView } from '../../domain/ports/snapshot_view.ts';
import type { SnapshotChange, SnapshotReader, SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { ok, type StorageResult } from '../../domain/values/result.ts';
import { createMemoryGameFiles, type MemoryGameFiles } from './game_files.ts';
import { createGroupedList, type GroupedList, groupOf, keepStep, ledgerOf, placesIn, rowAt } from './grouped_list.ts';
import { createMemoryKnowledge, type MemoryKnowledge } from './knowledge.ts';
import { listCountsOn } from './list_counts.ts';
import { createMemoryMarketFacts, type MemoryMarketFacts } from './market.ts';
import { withdraw } from './placed_list.ts';
import { rowsRead } from './rows_read.ts';
import { createMemoryDrops, type MemoryDrops } from './snapshot_drops.ts';
import { createMemoryEdges, type MemoryEdges } from './snapshot_edges.ts';
import { createMemoryFacts, type MemoryFacts } from './snapshot_facts.ts';
import { createMemoryLog, type MemoryLog } from './snapshot_log.ts';
import { wholeOf } from './snapshot_parts.ts';

interface Store {
  readonly epoch: string;
  readonly rows: SnapshotRow[];
  readonly corpus: GroupedList<string>;
  readonly drops: MemoryDrops;
  readonly edges: MemoryEdges;
  readonly facts: MemoryFacts;
  readonly market: MemoryMarketFacts;
  readonly log: MemoryLog;
  readonly game: MemoryGameFiles;
  readonly knowledge: MemoryKnowledge;
}

/**
 * A snapshot database in memory, for tests: writer and reader of one store. Neither ever fails. Hashes of keys are not
 * kept: nothing reads them through a port.
 */
export const createMemorySnapshots = (epoch: string): { writer: SnapshotWriter; reader: SnapshotReader } => {
  const facts = createMemoryFacts();
  const game = createMemoryGameFiles();
  const store: Store = {
    epoch,
    rows: [],
    corpus: createGroupedList(),
    drops: createMemoryDrops(),
    edges: createMemoryEdges(),
    facts,
    market: createMemoryMarketFacts(),
    log: createMemoryLog(),
    game,
    knowledge: createMemoryKnowledge(facts.every, game.every),
  };
  return { writer: writerOf(store), reader: readerOf(store) };
};

const writerOf = (store: Store): SnapshotWriter => ({
  newest: async () => ok(store.rows.at(-1) ?? null),
  corpusCounts: async () =>
    ok(Object.fromEntries([...store.corpus.groups].map(([kind, { places }]) => [kind, places.length]))),
  write: async (change) => {
    // As of a transaction: nothing is done before everything is there.
    const whole = await wholeOf(change);
    return whole.ok ? ok(write(store, whole.value)) : whole;
  },
  changeLines: async () => ok(store.log.lines()),
  carryChanges: async (lines, forgetsFallen) =>
    ok(await store.log.carry(lines, (change) => stands(store, change), forgetsFallen)),
  ...listCountsOn(store),
  beginImport: async (head) =>
    ok(store.game.begin(head, Math.max(0, ...store.rows.map(({ importN }) => importN ?? 0)))),
  addToImport: async (n, rows) => ok(store.game.add(n, rows)),
  finishImport: async (n, writtenAtMs, changeLog) => ok(finishImport(store, n, writtenAtMs, changeLog)),
  removeImports: async () => {
    store.game.remove(store.rows.at(-1)?.importN ?? null);
    return ok(false);
  },
  beginDocuments: async () => ok(store.knowledge.beginDocuments()),
  addDocuments: async (n, documents) => ok(store.knowledge.addDocuments(n, documents)),
  finishDocuments: async (n, writtenAtMs) => {
    store.knowledge.finishDocuments(n);
    return ok(nextRow(store, { writtenAtMs }));
  },
  removeDocuments: async () => {
    store.knowledge.removeDocuments();
    return ok(false);
  },
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
    importN: store.rows.at(-1)?.importN ?? null,
  };
  store.rows.push(row);
  store.log.note(logChange(change.changeLog === 'silent' ? [] : changes, change), writtenAtMs);
  return row;
};

const finishImport = (store: Store, n: number, writtenAtMs: number, changeLog: ChangeLogMode): SnapshotRow => {
  const build = store.game.finish(n);
  const row = nextRow(store, { writtenAtMs, importN: n });
  const lines = changeLog === 'silent' ? [] : [buildImported(build)];
  store.log.note({ lines, forgotten: [], forgetsFallen: false }, writtenAtMs);
  return row;
};

/** Another row of the newest row's figures. */
const nextRow = (store: Store, said: Pick<SnapshotRow, 'writtenAtMs'> & Partial<SnapshotRow>): SnapshotRow => {
  const before = store.rows.at(-1) ?? { ...unservedRow, n: 0, importN: null };
  const row = { ...before, ...said, n: before.n + 1 };
  store.rows.push(row);
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
  ...store.knowledge,
  view: async () => ok(newestView(store)),
  current: () => newestView(store),
  row: async (_view, n) => ok(store.rows.find((row) => row.n === n) ?? null),
  corpusRows: async (_view, slices, bytesMax) =>
    ok(rowsRead(slices, bytesMax, ({ kind }, place) => rowAt(store.corpus, kind, place))),
  edgeRows: async (view, slices, bytesMax) => edgeRows(store, view, slices, bytesMax),
  edgePlaces: async (_view, groups, ends) => ok(store.edges.places(groups, ends)),
  edgesAt: async (_view, groups, end, id, limit) => {
    const ends = end === 'from' ? { fromId: id, toId: null } : { fromId: null, toId: id };
    const standing = store.edges.places(groups, ends).filter(({ withdrawn }) => withdrawn === null);
    return ok({ places: standing.slice(0, limit), total: standing.length });
  },
  edgesFrom: async (_view, group, fromIds, each) => ok(store.edges.from(group, fromIds, each)),
  clientEdgePlaces: async (view, groups, ends) => store.game.places(view.game, groups, ends),
  itemIndex: async (view) => store.game.index(view.game),
  itemRows: async (view, ranges, bytesMax) => store.game.itemRows(view.game, ranges, bytesMax),
  gameFact: async (view, family, subject) => store.game.fact(view.game, family, subject),
  gameFactsAmong: async (view, family, subjects) => store.game.factsAmong(view.game, family, subjects),
  clientLayer: async (view, coding) => store.game.layer(view.game, coding),
  fact: async (_view, family, subject) => ok(store.facts.one(family.name, subject) as never),
  factsAmong: async (_view, family, subjects) => ok(store.facts.among(family.name, subjects) as never),
  factsOf: async (_view, family, owner, limit) => ok(store.facts.of(family.name, owner, limit) as never),
  pinsNear: async (_view, mapId, around, limit) => ok(store.facts.pinsNear(mapId, around, limit)),
  marketRealms: async () => ok(store.market.realms((realmKey) => spellingOf(store, realmKey))),
  marketItems: async (_view, realmKey, house, limit) => ok(store.market.items(realmKey, house, limit)),
  marketItem: async (_view, realmKey, house, itemId) =>
    ok(store.market.items(realmKey, house, Number.POSITIVE_INFINITY).find((one) => one.itemId === itemId) ?? null),
  marketItemsAmong: async (_view, realmKey, house, itemIds) => {
    const items = store.market.items(realmKey, house, Number.POSITIVE_INFINITY);
    return ok(new Map(items.filter(({ itemId }) => itemIds.includes(itemId)).map((item) => [item.itemId, item])));
  },
  marketDays: async (_view, realmKey, house, itemId) => ok(store.market.days(realmKey, house, itemId)),
  factsOfProfession: async (_view, family, profession) =>
    ok(store.facts.ofProfession(family.name, profession) as never),
  changes: async (_view, query) => ok(store.log.by(query)),
  drops: async (_view, rates, zeros) => ok(store.drops.read(rates, zeros)),
  ratesOf: async (_view, source) => ok(store.drops.ratesOf(source)),
  ratesOfItem: async (_view, itemId) => ok(store.drops.ratesOfItem(itemId)),
  mentionsOf: async (_view, type, id) => ok(mentionsOf(store, type, id)),
  refresh: async () => ok(undefined),
  close: async () => undefined,
});

const CLIENT_NAMES: ReadonlySet<string> = new Set(CLIENT_GROUPS.map(({ name }) => name));

/** Observed edges, then those of the build. */
const edgeRows = (
  { edges, game }: Store,
  view: SnapshotView,
  slices: readonly ListSlice[],
  bytesMax: number | undefined,
): StorageResult<RowsRead> => {
  const ofBuild = view.game === null ? ok(() => null) : game.edgeTexts(view.game);
  if (!ofBuild.ok && slices.some(({ kind }) => CLIENT_NAMES.has(kind))) return ofBuild;
  return ok(
    rowsRead(slices, bytesMax, ({ kind }, place) =>
      CLIENT_NAMES.has(kind)
        ? ofBuild.ok
          ? ofBuild.value(kind, place)
          : null
        : (rowAt(edges.list, kind, place)?.text ?? null),
    ),
  );
};

/** Facts that name an entity, and realms with market values of an item. */
const mentionsOf = ({ facts, market }: Store, type: MentionedType, id: number): readonly Mentions[] => {
  const realms = type === 'item' ? market.realmsOf(id) : [];
  const inMarket = realms.map((subject) => ({ family: 'market', member: 'itemId', subject }));
  const lists = groupBy([...facts.mentions(type, id), ...inMarket], ({ family, member }) => `${family} ${member}`);
  return [...lists.values()].map((named) => {
    const subjects = named.map(({ subject }) => subject).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const { family, member } = named[0]!;
    return { family, member, subjects: subjects.slice(0, MENTIONED_MAX), total: subjects.length };
  });
};

/** The agreed spelling of a realm (domain/families/realms.ts). */
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
  game: store.game.view(row.importN),
  seen: null,
});
