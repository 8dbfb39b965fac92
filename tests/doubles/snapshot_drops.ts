import { sourceChange } from '../../domain/families/lookups/change_log.ts';
import type { Change } from '../../domain/ports/change_log.ts';
import type { DropFacts, Source } from '../../domain/ports/drops.ts';
import {
  ENTITY_ROWS_MAX,
  type ItemRates,
  type SourceRates,
  type StoredRate,
  type StoredZero,
} from '../../domain/ports/drops.ts';
import type { PlaceRange } from '../../domain/ports/places.ts';
import { createPlacedList, type PlacedList, standingIn, withdraw } from './placed_list.ts';

interface Rate {
  readonly source: Source;
  readonly itemId: number;
  drops: number;
}

/** Public drop facts in memory, for tests. */
export interface MemoryDrops {
  readonly rates: PlacedList<unknown>;
  readonly zeros: PlacedList<unknown>;
  /** Whether a source, named `type:id`, is public. */
  stands(source: string): boolean;
  state(facts: readonly DropFacts[], n: number): readonly Change[];
  read(
    rates: PlaceRange,
    zeros: PlaceRange,
  ): { readonly rates: readonly StoredRate[]; readonly zeros: readonly StoredZero[] };
  ratesOf(source: Source): SourceRates | null;
  ratesOfItem(itemId: number): ItemRates;
}

export const createMemoryDrops = (): MemoryDrops => {
  const sources = new Map<string, { readonly kills: number; readonly reporters: number }>();
  const rates = createPlacedList<Rate>();
  const zeros = createPlacedList<Source>();

  const stateRates = (fact: DropFacts): void => {
    const key = keyOf(fact.source);
    for (const { itemId, drops } of [...fact.items].sort((a, b) => a.itemId - b.itemId)) {
      const known = rates.places.find((rate) => rate !== null && keyOf(rate.source) === key && rate.itemId === itemId);
      if (known != null) known.drops = drops;
      else rates.places.push({ source: fact.source, itemId, drops });
    }
  };

  const state = (fact: DropFacts, n: number): readonly Change[] => {
    const key = keyOf(fact.source);
    const isThis = (source: Source): boolean => keyOf(source) === key;
    const stood = sources.has(key);
    if (fact.public) sources.set(key, { kills: fact.kills, reporters: fact.reporters });
    else sources.delete(key);
    if (!fact.measuredZero) withdraw(zeros, isThis, n);
    else if (!zeros.places.some((zero) => zero !== null && isThis(zero))) zeros.places.push(fact.source);
    withdraw(rates, (rate) => isThis(rate.source) && (!fact.public || fact.itemsGone.includes(rate.itemId)), n);
    stateRates(fact);
    return stood === fact.public ? [] : [sourceChange(fact.public ? 'became-public' : 'withdrawn', fact.source)];
  };

  const rowOf = (source: Source) => ({
    sourceType: source.type,
    sourceId: source.id,
    ...sources.get(keyOf(source))!,
  });

  const ratesWhere = (wanted: (rate: Rate) => boolean) => {
    const found = rates.places
      .filter((rate) => rate !== null)
      .filter(wanted)
      .map(({ source, itemId, drops }) => ({ ...rowOf(source), itemId, drops }))
      .sort(byWeight);
    return { rates: found.slice(0, ENTITY_ROWS_MAX), total: found.length };
  };

  return {
    rates,
    zeros,
    stands: (source) => sources.has(source),
    state: (facts, n) => [...facts].sort((a, b) => bySource(a.source, b.source)).flatMap((fact) => state(fact, n)),
    read: (rateRange, zeroRange) => ({
      rates: standingIn(rates, rateRange).map(({ source, itemId, drops }) => ({ ...rowOf(source), itemId, drops })),
      zeros: standingIn(zeros, zeroRange).map(rowOf),
    }),
    ratesOf: (source) => {
      const known = sources.get(keyOf(source));
      if (known === undefined) return null;
      const measuredZero = zeros.places.some((zero) => zero !== null && keyOf(zero) === keyOf(source));
      return { ...known, measuredZero, ...ratesWhere((rate) => keyOf(rate.source) === keyOf(source)) };
    },
    ratesOfItem: (itemId) => ratesWhere((rate) => rate.itemId === itemId),
  };
};

const keyOf = (source: Source): string => `${source.type}:${source.id}`;

const bySource = (a: Source, b: Source): number => (a.type === b.type ? a.id - b.id : a.type < b.type ? -1 : 1);

/** Most kills first, then most drops; of one item by source, of one source by item. */
const byWeight = (a: StoredRate, b: StoredRate): number =>
  b.kills - a.kills ||
  b.drops - a.drops ||
  bySource({ type: a.sourceType, id: a.sourceId }, { type: b.sourceType, id: b.sourceId }) ||
  a.itemId - b.itemId;
