import { isGatheredFrom } from '../../families/counting/loot_source.ts';
import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { RowChange } from '../../ports/change_files.ts';
import type { AnySourceType, DropFacts, ItemRate, Source } from '../../ports/drops.ts';
import type { EdgeName } from '../../ports/edges.ts';
import type { FactBody, FactFamily, SubjectFact } from '../../ports/facts.ts';
import { looseVendorRow, nameRow, trainerRow, vendorRow } from '../datasets/list_rows.ts';
import { rateText, zeroRow } from '../drops.ts';
import { NAMED_ENTITIES, nameFamily } from '../names.ts';

/**
 * Returns the changed rows of sources that were counted again: all rates, because each row contains the windows of its
 * source, and measured zeros. `stored` converts a rate to the precision in which it is stored.
 */
export function* changedDrops(
  facts: readonly DropFacts[],
  stored: (rate: ItemRate) => ItemRate = (rate) => rate,
): Iterable<RowChange> {
  for (const fact of facts) {
    if (!fact.public) continue;
    const { source, kills, reporters, topWindows } = fact;
    const totals = { sourceType: source.type, sourceId: source.id, kills, reporters, topWindows };
    for (const rate of fact.items) {
      const row = rateText(totals, stored(rate));
      yield {
        list: isGatheredFrom(source) ? 'gathering' : 'drops',
        key: rateKey(source.type, source.id, rate.itemId),
        row,
      };
    }
    if (!fact.measuredZero || isGatheredFrom(source)) continue;
    yield { list: 'zeros', key: zeroKey(source), row: JSON.stringify(zeroRow({ ...totals, sourceType: source.type })) };
  }
}

export function withdrawnRate(list: 'drops' | 'gathering', [sourceType, sourceId, itemId]: RateKey): RowChange {
  return { list, key: rateKey(sourceType, sourceId, itemId), row: null };
}

/** The source and item of a rate. The item of a measured zero is 0. */
export type RateKey = readonly [sourceType: AnySourceType, sourceId: number, itemId: number];

export function withdrawnZero(source: Source): RowChange {
  return { list: 'zeros', key: zeroKey(source), row: null };
}

function rateKey(sourceType: AnySourceType, sourceId: number, itemId: number): string {
  return `${sourceType}:${sourceId}:${itemId}`;
}

function zeroKey({ type, id }: Source): string {
  return `${type}:${id}`;
}

/** Returns the change of an observed relation. `row` is its JSON, or null if it was withdrawn. */
export function changedEdge({ group, fromId, toId }: EdgeName, row: string | null): RowChange {
  const { fromKind, rel, toKind } = edgeGroup(group);
  return { list: 'edges', key: `${fromKind}:${fromId}:${rel}:${toKind}:${toId}`, row };
}

/** Returns the row that a fact adds to a list, or null if it adds none. */
type RowOfFact = (fact: SubjectFact<FactBody>) => object | null;

interface FactList {
  readonly list: 'names' | 'prices';
  /** Prefix of the keys, which tells the families of one list apart. */
  readonly prefix: string;
  readonly row: RowOfFact;
}

/** The families whose facts are rows of a list, by name. */
const FACT_LISTS: ReadonlyMap<string, FactList> = new Map([
  ...NAMED_ENTITIES.map((kind) => listed('names', kind, nameFamily(kind), (fact) => nameRow(kind, fact))),
  listed('prices', 'vendor', families.vendor_goods, vendorRow),
  listed('prices', 'item', families.vendor_prices, looseVendorRow),
  listed('prices', 'trainer', families.trainer_services, trainerRow),
]);

function listed(
  list: FactList['list'],
  prefix: string,
  { name }: FactFamily<object>,
  row: RowOfFact,
): [string, FactList] {
  return [name, { list, prefix, row }];
}

/** A fact before and after a snapshot, as JSON. Null if it is not public. */
export interface ChangedFact {
  readonly family: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the changed rows of names and prices. Rows that stay equal while another part of their fact changes are omitted. */
export function* changedFactRows(facts: readonly ChangedFact[]): Iterable<RowChange> {
  for (const { family, subject, before, after } of facts) {
    const of = FACT_LISTS.get(family);
    if (of === undefined) continue;
    const row = factRow(of, subject, after);
    if (row !== factRow(of, subject, before)) yield { list: of.list, key: `${of.prefix}:${subject}`, row };
  }
}

function factRow({ row }: FactList, subject: string, body: string | null): string | null {
  if (body === null) return null;
  const built = row({ subject, body: JSON.parse(body) as FactBody });
  return built === null ? null : JSON.stringify(built);
}
