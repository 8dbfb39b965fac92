import { LIST_MAX } from '../../../schema/limits.ts';
import { percentText } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import type { RateList, Source } from '../../ports/drops.ts';
import { counted } from '../../values/phrases.ts';
import { figuresOf, topShareOf, zeroHigh } from '../../values/rates.ts';
import { type FirstOf, firstOf, lineOf } from '../shared/first_of.ts';
import { readAhead } from '../shared/read_once.ts';
import { called, type Entity, entityOf, type PublishedSnapshot } from '../shared/snapshot_data.ts';

/** How often an item was in loot windows (schema/tools/page_parts.ts, figures). */
export type Figures = ReturnType<typeof figuresOf>;

/** The loot that players found in a source (schema/tools/page_parts.ts, loot). */
export interface Loot {
  readonly kills: number;
  readonly reporters: number;
  readonly measuredZero: boolean;
  readonly zeroHigh: number | null;
  readonly topShare: number;
  readonly drops: FirstOf<Drop>;
  readonly dropsSeenByFew: FirstOf<Drop>;
}

type Drop = Figures & { readonly item: Entity<'item'> };

/** Returns the public loot of a source, or null if there is none. */
export async function lootOf(
  snapshot: PublishedSnapshot,
  source: Source,
  max: { readonly drops: number; readonly seenByFew: number } = LIST_MAX,
): Promise<Loot | null> {
  const found = await snapshot.rates.ofSource(source, Math.max(max.drops, max.seenByFew));
  if (found === null) return null;
  const { kills, reporters, measuredZero, corroborated, seenByFew } = found;
  const drops = await dropsOf(snapshot, corroborated, max.drops);
  const few = await dropsOf(snapshot, seenByFew, max.seenByFew);
  const atMost = measuredZero ? zeroHigh(kills) : null;
  return {
    kills,
    reporters,
    measuredZero,
    zeroHigh: atMost,
    topShare: topShareOf(found),
    drops,
    dropsSeenByFew: few,
  };
}

async function dropsOf(snapshot: PublishedSnapshot, { rates, total }: RateList, max: number): Promise<FirstOf<Drop>> {
  await readAhead(
    snapshot,
    families.items,
    rates.slice(0, max).map(({ itemId }) => itemId),
  );
  return firstOf(
    rates,
    max,
    async (rate) => {
      const item = await entityOf(snapshot, 'item', rate.itemId);
      return { item, ...figuresOf(rate) };
    },
    total,
  );
}

/** Renders `12.5%, 3 of 24, 95% between 4.3% and 31%`. */
export function figuresText({ rate, drops, kills, low, high }: Figures): string {
  return `${percentText(rate)}, ${drops} of ${kills}, 95% between ${percentText(low)} and ${percentText(high)}`;
}

/**
 * Renders `, 80% of the windows one player’s` if one install opened most of a source's windows, else an empty string.
 */
export function mostlyOneText(figures: Pick<Figures, 'topShare'>): string {
  return isMostlyOne(figures) ? `, ${percentText(figures.topShare)} of the windows one player’s` : '';
}

/** Loot as answers have it, with entities of any kind. */
type AnsweredDrop = Figures & { readonly item: Entity };
type AnsweredLoot = Omit<Loot, 'drops' | 'dropsSeenByFew'> & {
  readonly drops: FirstOf<AnsweredDrop>;
  readonly dropsSeenByFew: FirstOf<AnsweredDrop>;
};

/** Renders a source's loot in one line, and the drops that only one or two players saw in another. */
export function lootLines({ drops, dropsSeenByFew, ...loot }: AnsweredLoot): readonly string[] {
  const { kills, reporters, zeroHigh: atMost, topShare } = loot;
  const mostly = isMostlyOne(loot) ? ` (${percentText(topShare)} of them one player’s)` : '';
  const windows = `${counted(kills, 'loot window')} of ${reporters} installs${mostly}`;
  if (atMost !== null) {
    return [
      `All ${windows} were empty: a measured zero; with 95% confidence nothing drops in more than ${percentText(atMost)}.`,
    ];
  }
  const tell = (drop: AnsweredDrop): string => `${called(drop.item)} (${figuresText(drop)})`;
  return [
    ...(drops.total === 0 ? [`In ${windows} lay no item that three players saw.`] : []),
    ...lineOf(`In ${windows} lay ${counted(drops.total, 'item')}:`, drops, tell),
    ...lineOf('One or two players also saw:', dropsSeenByFew, tell),
  ];
}

/** From this share on, the text says that one player opened most of the windows. */
const MOST = 0.5;

export function isMostlyOne({ topShare }: Pick<Figures, 'topShare'>): boolean {
  return topShare > MOST;
}
