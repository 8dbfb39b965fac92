import { isGatheredSource } from '../../../../domain/families/counting/loot_source.ts';
import type { AnySource, AnySourceType, DropFacts } from '../../../../domain/ports/drops.ts';
import {
  createRateChange,
  createSourceChange,
  listChangedDrops,
  SOURCE_ROW_ITEM,
} from '../../../../domain/reads/changes/changed_rows.ts';
import { decodeRate, encodeRate, rankRate } from '../drop_rows.ts';
import type { ListUpdate, PublicList, RowKey } from './list.ts';

/** Sources of drops and of gathering, with their windows. `key` is the type of a source and `a` its id. */
export const sourceList: PublicList = {
  names: ['sources'],
  exportedAs: null,
  rowsOf: ({ drops }) => ({
    rows: drops.filter(isFirstItemRange).map((fact) => {
      const body = fact.public ? JSON.stringify([fact.kills, fact.reporters, fact.topWindows]) : null;
      return { ...buildSourceKey('sources', fact), b: SOURCE_ROW_ITEM, body };
    }),
  }),
  changed: (row, before, after) =>
    before !== null && after !== null ? null : createSourceChange(parseSource(row), after !== null),
};

/** Public sources whose windows were all empty. The windows are in `sourceList`. */
export const zeroList: PublicList = {
  names: ['zeros'],
  exportedAs: 'zeros',
  rowsOf: ({ drops }) => ({
    rows: drops
      .filter(({ source }) => !isGatheredSource(source))
      .map((fact) => ({ ...buildSourceKey('zeros', fact), b: SOURCE_ROW_ITEM, body: fact.measuredZero ? '[]' : null })),
  }),
  changed: noteWithdrawal,
};

/** Rates of drops. `b` is the item. */
export const rateList = createRateList('rates', 'rates', (source) => !isGatheredSource(source));

/** Rates of gathering. `b` is the item. */
export const gatheringList = createRateList('gathering', null, isGatheredSource);

function createRateList(
  list: string,
  exportedAs: PublicList['exportedAs'],
  includes: (source: AnySource) => boolean,
): PublicList {
  const factsIn = (drops: readonly DropFacts[]) => drops.filter(({ source }) => includes(source));
  return {
    names: [list],
    exportedAs,
    rowsOf: ({ drops }): ListUpdate => {
      const facts = factsIn(drops);
      return {
        rows: facts.flatMap((fact) =>
          fact.public
            ? fact.items.map((rate) => {
                const body = JSON.stringify(encodeRate(rate));
                return { ...buildSourceKey(list, fact), b: rate.itemId, body, rank: rankRate(rate, fact) };
              })
            : [],
        ),
        replacedRanges: facts.map((fact) => {
          const [first, last] = (fact.public ? fact.itemRange : undefined) ?? [0, Number.MAX_SAFE_INTEGER];
          return { ...buildSourceKey(list, fact), first, last };
        }),
      };
    },
    changed: noteWithdrawal,
    feedNotesOf: ({ drops }) => listChangedDrops(factsIn(drops), (rate) => decodeRate(rate.itemId, encodeRate(rate))),
  };
}

/** A source with very many items is given once for each range of them. */
function isFirstItemRange({ itemRange }: DropFacts): boolean {
  return itemRange === undefined || itemRange[0] === 0;
}

function buildSourceKey(list: string, { source }: DropFacts): Omit<RowKey, 'b'> {
  return { list, key: source.type, a: source.id };
}

function parseSource({ key, a }: RowKey): AnySource {
  return { type: key as AnySourceType, id: a } as AnySource;
}

/** Notes only withdrawals, because a row in the feed contains the windows of its source (`listChangedDrops`). */
function noteWithdrawal(row: RowKey, _before: string | null, after: string | null) {
  return after === null ? createRateChange(parseSource(row), row.b, null) : null;
}
