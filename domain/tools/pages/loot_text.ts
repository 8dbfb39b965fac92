import { percentText } from '../../cards/words.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import type { Figures, Loot } from '../../reads/entities/loot.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';

/** Renders `12.5%, 3 of 24, 95% between 4.3% and 31%`. */
function figuresText({ rate, drops, kills, low, high }: Figures): string {
  return `${percentText(rate)}, ${drops} of ${kills}, 95% between ${percentText(low)} and ${percentText(high)}`;
}

/**
 * Renders `, 80% of the windows one player’s` if one install opened most of a source's windows, otherwise an empty
 * string.
 */
export function mostlyOneText(figures: Pick<Figures, 'topShare'>): string {
  return isMostlyOne(figures) ? `, ${percentText(figures.topShare)} of the windows one player’s` : '';
}

/** Renders a source's loot on one line, and the drops seen by only one or two players on another. */
export function lootLines({ drops, dropsSeenByFew, ...loot }: Loot): readonly string[] {
  const { kills, reporters, zeroHigh: atMost, topShare } = loot;
  const mostly = isMostlyOne(loot) ? ` (${percentText(topShare)} of them one player’s)` : '';
  const windows = `${counted(kills, 'loot window')} of ${reporters} installs${mostly}`;
  if (atMost !== null) {
    return [
      `All ${windows} were empty: a measured zero; with 95% confidence nothing drops in more than ${percentText(atMost)}.`,
    ];
  }
  const tell = (drop: Loot['drops']['rows'][number]): string => `${called(drop.item)} (${figuresText(drop)})`;
  return [
    ...(drops.total === 0 ? [`In ${windows} lay no item that three players saw.`] : []),
    ...lineOf(`In ${windows} lay ${counted(drops.total, 'item')}:`, drops, tell),
    ...lineOf('One or two players also saw:', dropsSeenByFew, tell),
  ];
}

/** Minimum share of the windows at which the text says that one player opened most of them. */
const MOST = 0.5;

export function isMostlyOne({ topShare }: Pick<Figures, 'topShare'>): boolean {
  return topShare > MOST;
}
