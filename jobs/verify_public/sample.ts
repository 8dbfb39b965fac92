import type { PublicReader } from '../../domain/ports/public_reader.ts';
import { createListCheck, type JsonRow, type ListReport } from './list_check.ts';

/** Number of rows of each list that are compared with answers of the API. They fit into its hourly limits. */
const SAMPLED_ROWS: Readonly<Record<string, number>> = { rates: 25, edges: 30, names: 25, market: 20 };

export type LiveSample = ReturnType<typeof createSample>;

/** Chooses rows of an export at random while they are read. Equal seeds choose equal rows. */
export function createSample(seed: number) {
  const random = createRandom(seed);
  const chosen = new Map(Object.keys(SAMPLED_ROWS).map((list) => [list, createReservoir(SAMPLED_ROWS[list]!, random)]));
  let lastDay: JsonRow | null = null;
  return {
    add: (list: string, line: string): void => {
      const reservoir = chosen.get(list);
      if (reservoir === undefined) return;
      const row = JSON.parse(line) as JsonRow;
      if (list === 'market') {
        // The API answers with the newest day of an item, which is the last one in the file.
        if (lastDay !== null && MARKET_KEY.some((field) => row[field] !== lastDay![field])) {
          reservoir.add(JSON.stringify(lastDay));
        }
        lastDay = row;
      } else if (hasAnswer(list, row)) reservoir.add(line);
    },
    rows: (): readonly (readonly [list: string, line: string])[] => {
      if (lastDay !== null) chosen.get('market')!.add(JSON.stringify(lastDay));
      lastDay = null;
      return [...chosen].flatMap(([list, { lines }]) => lines.map((line) => [list, line] as const));
    },
  };
}

/** Kinds of entities that have cards, whose titles are their names. */
const CARD_KINDS: readonly string[] = ['item', 'npc', 'object', 'quest'];

const MARKET_KEY = ['realm', 'house', 'itemId'];

/** Whether the API has an answer with this row: relations of the game's files have no counts to compare. */
function hasAnswer(list: string, { evidence, kind }: JsonRow): boolean {
  if (list === 'edges') return evidence === 'observed';
  return list !== 'names' || CARD_KINDS.includes(String(kind));
}

/** The outcome of comparing rows with answers of the API. */
export interface SampleReport extends ListReport {
  /** Rows that differ because the instance has a newer snapshot. */
  readonly changed: number;
  /** Rows without an answer, such as beyond an hourly limit. */
  readonly unanswered: number;
}

/** Requests the rows from the API. `generatedAt` is the time of the export's snapshot. */
export async function compareWithAnswers(
  reader: PublicReader,
  rows: LiveSampleRows,
  generatedAt: string,
): Promise<SampleReport> {
  const check = createListCheck('answers');
  let [changed, unanswered] = [0, 0];
  for (const [list, line] of rows) {
    const row = JSON.parse(line) as JsonRow;
    const { path, pick } = buildQuestion(list, row);
    const answer = await reader.get(path);
    if (answer.kind !== 'answer' || ![200, 404].includes(answer.status)) {
      unanswered++;
      continue;
    }
    const body = (answer.body ?? {}) as JsonRow;
    const live = answer.status === 404 ? null : pick(body);
    check.count();
    check.count(1, 'recounted');
    if (isSameLiveRow(row, live)) continue;
    if (await hasNewerSnapshot(reader, generatedAt)) changed++;
    else
      check.differ(
        `${path} answers ${live === null ? 'without the row' : JSON.stringify(live)}, and the export has ${line}.`,
      );
  }
  return { ...check.report(), changed, unanswered };
}

type LiveSampleRows = ReturnType<LiveSample['rows']>;

interface ApiQuestion {
  readonly path: string;
  /** Returns the fields of the row that the answer has, or null if it has no such row. */
  readonly pick: (body: JsonRow) => JsonRow | null;
}

function buildQuestion(list: string, row: JsonRow): ApiQuestion {
  if (list === 'rates') {
    const [type, id] =
      row['sourceNpcId'] === undefined ? ['object', row['sourceObjectId']] : ['npc', row['sourceNpcId']];
    return {
      path: `/api/rollups/drops?${formatQuery({ [String(type)]: id, item: row['itemId'], limit: 1 })}`,
      pick: ({ rates }) => pickFirstRow(rates),
    };
  }
  if (list === 'edges') {
    const { fromKind: from_kind, fromId: from_id, rel, toKind: to_kind, toId: to_id, evidence } = row;
    return {
      path: `/api/edges?${formatQuery({ from_kind, from_id, rel, to_kind, to_id, evidence, limit: 1 })}`,
      pick: ({ edges }) => pickFirstRow(edges),
    };
  }
  if (list === 'names') {
    return { path: `/api/tooltip/${row['kind']}/${row['id']}`, pick: ({ title }) => ({ name: title }) };
  }
  const { realm, house, itemId: ids } = row;
  return {
    path: `/api/market/prices?${formatQuery({ realm, ...(house === null ? {} : { house }), ids })}`,
    pick: ({ fields, items }) => {
      const item = pickFirstRow(items) as readonly unknown[] | null;
      if (item === null) return null;
      const named = Object.fromEntries((fields as readonly string[]).map((field, i) => [field, item[i]]));
      const { market, min, quantity, day, reporters } = named;
      return { market, min, quantity, day, reporters };
    },
  };
}

function formatQuery(parameters: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();
}

function pickFirstRow(rows: unknown): JsonRow | null {
  return Array.isArray(rows) ? ((rows[0] as JsonRow | undefined) ?? null) : null;
}

/** Whether each field of an answer equals the field of the exported row, which may have more fields. */
function isSameLiveRow(row: JsonRow, live: JsonRow | null): boolean {
  return (
    live !== null &&
    Object.entries(live).every(([field, value]) => JSON.stringify(value) === JSON.stringify(row[field]))
  );
}

/** Whether the instance answers from another snapshot than the export's. Unknown counts as newer. */
async function hasNewerSnapshot(reader: PublicReader, generatedAt: string): Promise<boolean> {
  const health = await reader.get('/api/health');
  const { snapshot } = (health.kind === 'answer' ? (health.body ?? {}) : {}) as { readonly snapshot?: JsonRow };
  return snapshot?.['writtenAt'] !== generatedAt;
}

/** Chooses up to `size` lines so that each of those added is equally likely to be among them. */
function createReservoir(size: number, random: () => number) {
  const lines: string[] = [];
  let added = 0;
  return {
    lines,
    add: (line: string): void => {
      added++;
      if (lines.length < size) lines.push(line);
      else {
        const at = Math.floor(random() * added);
        if (at < size) lines[at] = line;
      }
    },
  };
}

/** Creates a generator of numbers from 0 to 1 (mulberry32). Equal seeds give equal numbers. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
