import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import { type CardType, type EntityName, placeholder } from '../cards/card.ts';
import type { CardDrop } from '../cards/drop_lines.ts';
import type { GameFiles } from '../cards/game_files.ts';
import { placesAt } from '../paging/ledger.ts';
import type { EdgeEnds, SnapshotReader, SnapshotView, StoredRate } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { EDGE_GROUPS, type EdgeGroup } from '../rollups/edges.ts';
import { valueIn } from './card_facts.ts';

/** What one card is made from: the public facts of one snapshot and the rows of the build that it serves. */
export interface CardSources {
  readonly reader: SnapshotReader;
  readonly view: SnapshotView;
  /** Null: no build was imported. */
  readonly files: GameFiles | null;
}

/** All of these, or the first that is out of reach. */
export const together = async <T extends readonly unknown[]>(
  asked: {
    readonly [K in keyof T]: Promise<Reached<T[K]>>;
  },
): Promise<Reached<T>> => {
  const answers: readonly Reached<unknown>[] = await Promise.all(asked);
  const values: unknown[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values as unknown as T);
};

/** The same of a list of one kind. */
export const eachOf = async <A, T>(
  list: readonly A[],
  ask: (one: A) => Promise<Reached<T>>,
): Promise<Reached<readonly T[]>> => {
  const values: T[] = [];
  for (const one of list) {
    const answer = await ask(one);
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values);
};

const NAMED: Readonly<Record<CardType, readonly [family: string, member: string] | null>> = {
  item: ['items', 'name'],
  npc: ['npcs', 'name'],
  quest: ['quests', 'title'],
  object: null,
};

/** What an entity is called. `known`: it has public facts beside those of its own family. */
export const nameOf = async (
  { reader, view }: CardSources,
  type: CardType,
  id: number,
  known: boolean,
): Promise<Reached<EntityName>> => {
  const named = NAMED[type];
  const fact = named === null ? ok(null) : await reader.fact(view, named[0], String(id));
  if (!fact.ok) return fact;
  const name = named === null ? null : valueIn<string>(fact.value, named[1]);
  return ok({ type, id, name: name ?? placeholder(type, id), hasPage: known || fact.value !== null });
};

type EdgeRow = EdgesResponse['edges'][number];

export interface FoundEdges {
  /** The first of them, by group and place. */
  readonly rows: readonly EdgeRow[];
  /** How many there are. */
  readonly total: number;
}

/** The observed edges of one relation and kind of ends, such as `sold_by:item:npc`, that have this end. */
export const findEdges = async (
  { reader, view }: CardSources,
  names: readonly (typeof EDGE_GROUPS)[number]['name'][],
  ends: Partial<EdgeEnds>,
  max: number,
): Promise<Reached<FoundEdges>> => {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  const places = await reader.edgePlaces(view, groups, { fromId: null, toId: null, ...ends });
  if (!places.ok) return places;
  const standing = places.value.filter(
    ({ group, place, withdrawn }) => withdrawn === null && place < placesAt(view.edges, group, view.row.n),
  );
  const slices = standing.slice(0, max).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  const pieces = await reader.edgeRows(view, slices);
  if (!pieces.ok) return pieces;
  const decoder = new TextDecoder();
  const text = pieces.value.map((piece) => decoder.decode(piece, { stream: true })).join('');
  return ok({ rows: JSON.parse(`[${text}]`) as EdgeRow[], total: standing.length });
};

/** Drops on cards: the likeliest first; equal ones by what they are of. */
export const byRate = (a: StoredRate, b: StoredRate): number =>
  b.drops / Math.max(1, b.kills) - a.drops / Math.max(1, a.kills) ||
  b.drops - a.drops ||
  a.itemId - b.itemId ||
  a.sourceId - b.sourceId;

/** Rates as drops of the item or source that stands at their other end. */
export const namedDrops = (
  sources: CardSources,
  rates: readonly StoredRate[],
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<Reached<readonly CardDrop[]>> =>
  eachOf(rates, async (rate) => {
    const other = await nameOf(sources, ...endOf(rate), true);
    return other.ok ? ok({ other: other.value, counts: { drops: rate.drops, kills: rate.kills } }) : other;
  });
