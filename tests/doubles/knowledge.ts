import { entityOfFact } from '../../domain/knowledge/entity_of_fact.ts';
import { entityOfGameFact } from '../../domain/knowledge/entity_of_game_fact.ts';
import { nameKey, vocabularyOf, wordsOf } from '../../domain/knowledge/words.ts';
import { type GameFact, type GameView, IMPORT_REPLACED } from '../../domain/ports/builds.ts';
import type { StatedFact } from '../../domain/ports/facts.ts';
import {
  EXCERPT_CHARS,
  FOUND_MAX,
  type KnowledgeFilter,
  type KnowledgeReader,
  type KnownDocument,
  type KnownEntry,
  type KnownName,
  type KnownThing,
  type SoughtWords,
} from '../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import { err, ok, type StorageResult, unreachable } from '../../domain/values/result.ts';

/** The knowledge base in memory, for tests: what stands is gone through whole. */
export interface MemoryKnowledge extends KnowledgeReader {
  beginDocuments(): number;
  addDocuments(n: number, documents: readonly KnownDocument[]): void;
  finishDocuments(n: number): void;
  removeDocuments(): void;
}

/** Where facts of an import stand; null: the import was taken away. */
type GameFacts = (game: GameView) => Iterable<GameFact> | null;

/** What is observed follows from the facts that stand, what is in the game's files from the import that a view serves. */
export const createMemoryKnowledge = (observed: () => Iterable<StatedFact>, factsOf: GameFacts): MemoryKnowledge => {
  const sets = new Map<number, KnownDocument[]>();
  let whole = 0;

  const seen = ({ game }: SnapshotView): StorageResult<readonly KnownEntry[]> => {
    const ofPlayers = [...observed()].flatMap(({ family, subject, body }) =>
      entriesOf('observed', entityOfFact(family, subject, body)),
    );
    const known = new Set(ofPlayers.map(({ id }) => id));
    const facts = game === null ? [] : factsOf(game);
    if (facts === null) return err(unreachable(IMPORT_REPLACED));
    const ofFiles = [...facts].flatMap((fact) => entriesOf('game-files', entityOfGameFact(fact)));
    const documents = (sets.get(whole) ?? []).map((document): KnownEntry => ({ layer: 'document', ...document }));
    return ok([...ofPlayers, ...ofFiles.filter(({ id }) => !known.has(id)), ...documents]);
  };

  const from = <T>(view: SnapshotView, read: (entries: readonly KnownEntry[]) => T): StorageResult<T> => {
    const entries = seen(view);
    return entries.ok ? ok(read(entries.value)) : entries;
  };

  return {
    beginDocuments: () => {
      const n = Math.max(0, ...sets.keys()) + 1;
      sets.set(n, []);
      return n;
    },
    addDocuments: (n, documents) => {
      sets.get(n)!.push(...documents);
    },
    finishDocuments: (n) => {
      whole = n;
    },
    removeDocuments: () => {
      for (const n of [...sets.keys()]) if (n !== whole) sets.delete(n);
    },
    known: async (view, id) => from(view, (entries) => entries.find((entry) => entry.id === id) ?? null),
    knownExcerpts: async (view, ids) =>
      from(view, (entries) =>
        entries
          .filter(({ id }) => ids.includes(id))
          .map((entry) => ({ ...entry, text: [...entry.text].slice(0, EXCERPT_CHARS).join('') })),
      ),
    knownNamed: async (view, keys, filter, limit) =>
      from(view, (entries) =>
        entries
          .filter((entry) => keys.includes(nameKey(entry.name)) && passes(entry, filter, view.game))
          .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
          .slice(0, limit)
          .map((entry) => nameOf(entry, 0)),
      ),
    knownWith: async (view, words, filter) =>
      from(view, (entries) =>
        entries
          .filter((entry) => passes(entry, filter, view.game))
          .map((entry) => ({ entry, weight: weightOf(entry, words) }))
          .filter(({ weight }) => weight > 0)
          .slice(0, FOUND_MAX)
          .map(({ entry, weight }) => nameOf(entry, words.among === 'texts' ? weight : 0)),
      ),
    knownOfKind: async (view, kind, limit) =>
      from(view, (entries) =>
        entries
          .filter((entry) => entry.kind === kind)
          .sort((a, b) => compare(a.layer, b.layer) || compare(nameKey(a.name), nameKey(b.name)) || compare(a.id, b.id))
          .slice(0, limit)
          .map((entry) => nameOf(entry, 0)),
      ),
    knownWords: async (view, fromChars, toChars) =>
      from(view, (entries) => {
        const words = new Set(entries.flatMap(({ name }) => vocabularyOf(name)));
        return [...words].filter((word) => [...word].length >= fromChars && [...word].length <= toChars).sort();
      }),
    knownAmong: async (view, words) =>
      from(view, (entries) => {
        const known = new Set(entries.flatMap(({ name }) => vocabularyOf(name)));
        return words.filter((word) => known.has(word));
      }),
    knownKinds: async (view) =>
      from(view, (entries) => {
        const kinds: Record<string, number> = {};
        for (const { kind } of entries) kinds[kind] = (kinds[kind] ?? 0) + 1;
        return kinds;
      }),
  };
};

const NOTHING_SAID = { url: null, source: null, licence: null, date: null, version: null };

const entriesOf = (layer: 'observed' | 'game-files', thing: KnownThing | null): readonly KnownEntry[] =>
  thing === null ? [] : [{ layer, ...thing, ...NOTHING_SAID }];

const nameOf = ({ layer, id, kind, name }: KnownEntry, weight: number): KnownName => ({
  ...{ layer, id, kind, name, weight },
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const passes = (entry: KnownEntry, { kind, version }: KnowledgeFilter, game: GameView | null): boolean =>
  (kind === null || entry.kind === kind) &&
  (version === null || (entry.layer === 'game-files' ? game?.build : entry.version) === version);

/** How many words of an entry are sought; 0 where it does not hold what is sought. */
const weightOf = ({ name, text }: KnownEntry, { among, groups, match }: SoughtWords): number => {
  if (among === 'texts' && text === '') return 0;
  const words = wordsOf(among === 'names' ? name : `${name} ${text}`);
  const held = groups.map(
    (group) =>
      words.filter((one) => group.some(({ word, prefix }) => (prefix ? one.startsWith(word) : one === word))).length,
  );
  const holds = match === 'all' ? held.every((count) => count > 0) : held.some((count) => count > 0);
  return holds ? held.reduce((sum, count) => sum + count, 0) : 0;
};
