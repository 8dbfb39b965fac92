import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../adapters/clock.ts';
import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { searchKnowledge } from '../../domain/knowledge/search.ts';
import { foldName } from '../../domain/knowledge/words.ts';
import { NO_FILTER, type SearchHit } from '../../domain/ports/knowledge.ts';
import type { Snapshot } from '../../domain/ports/snapshots.ts';
import { shareReads } from '../../domain/reads/entities/read_once.ts';
import { findEntries } from '../../domain/tools/search/find_entries.ts';
import { readSuggestions } from '../../domain/tools/search/suggest.ts';
import type { InstanceState } from '../../domain/tools/tool.ts';
import { PUBLISHER } from '../support/publisher.ts';
import { mistype } from '../support/typing_errors.ts';
import { type Figure, figure } from './pairs.ts';
import { seeded } from './world.ts';

const WARM_UP = 300;
const CALLS = 1_000;
const LIMIT = 10;

/** Bounds of the processor time per query, in milliseconds. */
const SUGGEST = { p50: 1, p99: 5 };
const SEARCH = { p50: 3, p99: 12 };

/** Names with fewer letters are not measured with typing errors. */
const LETTERS_MIN = 8;
/** Least shares of names that must be found despite one and two typing errors, in percent. */
const FOUND_LEAST = { one: 95, two: 80 };

type Found = readonly SearchHit[];
type Draw = () => string;

/**
 * Measures the processor time of all threads per query, one query at a time on a warm index, and how many names are
 * found despite typing errors. The queries are made from random names of the folder's snapshot. The first query with a
 * typing error, which builds the index of names in memory, is reported separately, as well as the memory it takes.
 */
export async function searchFigures(
  dataDir: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const store = createSnapshotStore({ dir: createDataDir(dataDir), clock: systemClock });
  await store.refresh();
  const snapshot = (await store.newest())!;
  const names = await snapshot.knowledge.nameKeys();
  const random = seeded(44);
  const name: Draw = () => names[Math.floor(random() * names.length)]!;
  const longName: Draw = () => {
    for (;;) {
      const drawn = name();
      if (drawn.replaceAll(' ', '').length >= LETTERS_MIN) return drawn;
    }
  };
  const word: Draw = () => name().split(' ')[0]!;
  const figures: Figure[] = [];
  const measure = async (what: string, bounds: typeof SUGGEST, run: Query, query: Draw): Promise<void> => {
    figures.push(...tell(await costFigures(what, bounds, () => run(snapshot, query()))));
  };
  for (const letters of [1, 2, 3, 5]) {
    await measure(`suggest, ${letters} letters`, SUGGEST, suggest, () => name().slice(0, letters));
  }
  await measure('suggest, whole name', SUGGEST, suggest, name);
  await measure('suggest, common words', SUGGEST, suggest, () => COMMON[Math.floor(random() * COMMON.length)]!);
  await measure('search, whole name', SEARCH, search, name);
  figures.push(...tell(await firstMisspelt(snapshot, mistype(longName(), random))));
  await measure('search, one typing error', SEARCH, search, () => mistype(longName(), random));
  await measure('search, two typing errors', SEARCH, search, () => mistype(mistype(longName(), random), random));
  await measure('search, a letter missing', SEARCH, search, () => name().replace(/.(.)$/u, '$1'));
  await measure('search, several words', SEARCH, search, () => `${word()} ${word()} ${word()}`);
  await measure('search, common words', SEARCH, search, () => COMMON[Math.floor(random() * COMMON.length)]!);
  await measure('search, question', SEARCH, search, () => `where can I find ${name()}?`);
  const questions = await questionsAbout(snapshot, random);
  const context = { snapshot, snapshots: store, publisher: PUBLISHER, instance: INSTANCE };
  const answer: Query = (_snapshot, query) => findEntries(context, { query, limit: LIMIT, ...NO_FILTER });
  await measure('question, with its answer', SEARCH, answer, questions);
  const once = (text: string): string => mistype(text, random);
  figures.push(
    ...tell([
      await foundFigure(snapshot, 'exact', longName, (text) => text, 100),
      await foundFigure(snapshot, 'one typing error', longName, once, FOUND_LEAST.one),
      await foundFigure(snapshot, 'two typing errors', longName, (text) => once(once(text)), FOUND_LEAST.two),
    ]),
  );
  await store.close();
  return figures;
}

/** Words and beginnings of words that very many names contain. */
const COMMON = [
  'the',
  'of',
  'of the',
  's',
  'the s',
  'a',
  'recipe',
  'entry',
  'zone',
  'crowded',
  'recipe 1',
  'e 1',
  'of t',
];

const INSTANCE: InstanceState = { keys: false, selfGrants: false, exports: () => Promise.resolve('none') };

/** Number of names of each kind that questions are about. */
const ASKED_MAX = 4_000;

/** Returns a source of questions of many kinds about random names of the snapshot. */
async function questionsAbout(snapshot: Snapshot, random: () => number): Promise<Draw> {
  const names = async (kind: string): Promise<readonly string[]> => {
    const hits = await snapshot.knowledge.namesFrom(kind, { name: '', id: '' }, ASKED_MAX);
    return hits.map((hit) => hit.name);
  };
  const [items, npcs, quests, zones, recipes] = [
    await names('item'),
    await names('npc'),
    await names('quest'),
    await names('zone'),
    await names('recipe'),
  ];
  const professions = await snapshot.professions();
  const one = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
  const level = (): number => 1 + Math.floor(random() * 60);
  const kinds: readonly Draw[] = [
    () => `what drops ${one(items)}`,
    () => `where do I farm ${one(items)} at level ${level()}`,
    () => `who sells ${one(items)}`,
    () => `how do I get ${one(items)}`,
    () => `what is ${one(items)} worth`,
    () => `what can I make with ${one(items)}`,
    () => `what does ${one(npcs)} drop`,
    () => `where is ${one(npcs)}`,
    () => `who gives ${one(quests)}`,
    () => `quests in ${one(zones)}`,
    () => `quest givers in ${one(zones)}`,
    () => `trainers in ${one(zones)}`,
    () => `when does ${one(recipes)} turn grey`,
    () => `${one(professions)} trainer`,
    () => `what changed about ${one(npcs)}`,
    () => `how many warriors`,
    () => `${one(items)}`,
  ];
  return () => kinds[Math.floor(random() * kinds.length)]!();
}

type Query = (snapshot: Snapshot, query: string) => Promise<unknown>;

/** Finds names and reads the line of each, as `/api/suggest` does. */
const suggest = (snapshot: Snapshot, query: string) => readSuggestions(shareReads(snapshot, PUBLISHER), query);

const search = async (snapshot: Snapshot, query: string): Promise<Found> => {
  const { hits, guesses } = await searchKnowledge(snapshot, { query, limit: LIMIT, ...NO_FILTER });
  return [...hits, ...guesses];
};

async function costFigures(
  what: string,
  { p50, p99 }: typeof SUGGEST,
  run: () => Promise<unknown>,
): Promise<readonly Figure[]> {
  for (let i = 0; i < WARM_UP; i++) await run();
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.ceil(part * times.length) - 1]!;
  const name = `processor time of ${what}`;
  return [
    figure(`${name}, p50`, [at(0.5)], { most: p50 }, ' ms', ''),
    figure(`${name}, p99`, [at(0.99)], { most: p99 }, ' ms', `max ${at(1).toFixed(1)} ms`),
  ];
}

const MIB = 1024 * 1024;
const MEMORY_MIB_MAX = 40;

async function firstMisspelt(snapshot: Snapshot, query: string): Promise<readonly Figure[]> {
  const memory = usedMiB();
  const before = process.cpuUsage();
  await search(snapshot, query);
  const { user, system } = process.cpuUsage(before);
  const grown = usedMiB() - memory;
  return [
    figure('first search with a typing error', [(user + system) / 1000], null, ' ms', 'processor time'),
    figure('memory of the index of names', [grown], { most: MEMORY_MIB_MAX }, ' MiB', ''),
  ];
}

/** Returns the memory of the heap and of typed lists that is in use after a garbage collection. */
function usedMiB(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

async function foundFigure(
  snapshot: Snapshot,
  what: string,
  draw: Draw,
  change: (name: string) => string,
  least: number,
): Promise<Figure> {
  let found = 0;
  for (let i = 0; i < CALLS; i++) {
    const name = draw();
    const hits = await search(snapshot, change(name));
    if (hits.some((hit) => foldName(hit.name) === name)) found++;
  }
  return figure(`names found, ${what}`, [(100 * found) / CALLS], { least }, '%', `${found} of ${CALLS}`);
}
