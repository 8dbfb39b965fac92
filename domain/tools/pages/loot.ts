import { LIST_MAX } from '../../../schema/limits.ts';
import { percentText } from '../../cards/words.ts';
import type { Source } from '../../ports/drops.ts';
import { counted } from '../../values/phrases.ts';
import { figuresOf, zeroHigh } from '../../values/rates.ts';
import { ok, type StorageResult } from '../../values/result.ts';
import { type FirstOf, firstOf, lineOf } from '../shared/first_of.ts';
import { called, type Entity, entityOf, type SnapshotData } from '../shared/snapshot_data.ts';

/** How often an item lay in loot windows (schema/tools/page_parts.ts, figures). */
export type Figures = ReturnType<typeof figuresOf>;

/** What players found in a source (schema/tools/page_parts.ts, loot). */
export interface Loot {
  readonly kills: number;
  readonly reporters: number;
  readonly measuredZero: boolean;
  readonly zeroHigh: number | null;
  readonly drops: FirstOf<Figures & { readonly item: Entity<'item'> }>;
}

/** What is public of a source's loot; null: nothing. */
export const lootOf = async (data: SnapshotData, source: Source): Promise<StorageResult<Loot | null>> => {
  const found = await data.reader.ratesOf(data.view, source);
  if (!found.ok || found.value === null) return found as StorageResult<null>;
  const { kills, reporters, measuredZero, rates, total } = found.value;
  const drops = await firstOf(
    // The reader lists them most drops first: of one source that is the likeliest first.
    rates,
    LIST_MAX.drops,
    async (rate) => {
      const item = await entityOf(data, 'item', rate.itemId);
      return item.ok ? ok({ item: item.value, ...figuresOf(rate) }) : item;
    },
    total,
  );
  if (!drops.ok) return drops;
  const atMost = measuredZero ? zeroHigh(kills) : null;
  return ok({ ...{ kills, reporters, measuredZero, zeroHigh: atMost }, drops: drops.value });
};

/** `12.5%, 3 of 24, 95% between 4.3% and 31%`. */
export const figuresText = ({ rate, drops, kills, low, high }: Figures): string =>
  `${percentText(rate)}, ${drops} of ${kills}, 95% between ${percentText(low)} and ${percentText(high)}`;

/** The same as answers have it, whose entities may be of any kind. */
type ToldLoot = Omit<Loot, 'drops'> & { readonly drops: FirstOf<Figures & { readonly item: Entity }> };

/** What a source holds, in one line. */
export const lootLines = ({ kills, reporters, zeroHigh: atMost, drops }: ToldLoot): readonly string[] =>
  atMost === null
    ? lineOf(
        `In ${counted(kills, 'loot window')} of ${reporters} installs lay ${counted(drops.total, 'item')}:`,
        drops,
        (drop) => `${called(drop.item)} (${figuresText(drop)})`,
      )
    : [
        `All ${counted(kills, 'loot window')} of ${reporters} installs were empty: a measured zero; with 95% confidence nothing drops in more than ${percentText(atMost)}.`,
      ];
