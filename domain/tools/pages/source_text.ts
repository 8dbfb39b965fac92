import { boundText, percentText, rangeText } from '../../cards/words.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import type { ItemPage } from '../../reads/entities/item.ts';
import type { Levels } from '../../reads/entities/npc.ts';
import { placeDetail } from '../../reads/entities/places.ts';
import { called, detailed } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';
import { mostlyOneText } from './loot_text.ts';

type Sources = ItemPage['droppedBy'];

const LINES_MAX = 5;

/** Lists the best sources that drop an item, one line each. */
export function sourceLines({ total, rows }: Sources): readonly string[] {
  if (total === 0) return [];
  const more = total - Math.min(LINES_MAX, rows.length);
  return [
    'Drops from (highest lower bound of the rate first; loot windows that held it; in brackets the rate’s 95% range):',
    ...rows.slice(0, LINES_MAX).map((row) => `- ${sourceText(row)}`),
    ...(more > 0 ? [`- and ${counted(more, 'more source')}`] : []),
  ];
}

/** Renders `"Defias Thug" (npc 38, level 2–3, "Elwynn Forest" at 41.5, 65.8): 35 of 100 windows, 35% (26–45%)`. */
function sourceText({ source, levels, places, ...figures }: Sources['rows'][number]): string {
  return `${detailed(source, [...levelDetail(levels), ...placeDetail(places)])}: ${windowsText(figures)}`;
}

/** Renders `level 2–3`. The list is empty if no level is known. */
export function levelDetail(levels: Levels | null): readonly string[] {
  return levels === null ? [] : [`level ${rangeText(levels.min, levels.max)}`];
}

type Figures = ItemPage['droppedBySeenByFew']['rows'][number];

/** Lists in one line the sources that only one or two players saw. */
export function fewSourcesLine(page: Pick<ItemPage, 'droppedBySeenByFew'>): readonly string[] {
  return lineOf(
    'One or two players saw it drop from',
    page.droppedBySeenByFew,
    (row) => `${called(row.source)} (${windowsText(row)})`,
  );
}

/**
 * Renders `35 of 100 windows, 35% (26–45%)`, followed by `80% of the windows one player’s` if one install opened most
 * of them.
 */
function windowsText(figures: Omit<Figures, 'source'>): string {
  return `${figures.drops} of ${counted(figures.kills, 'window')}, ${percentText(figures.rate)} (${boundText(figures.low)}–${boundText(figures.high)}%)${mostlyOneText(figures)}`;
}
