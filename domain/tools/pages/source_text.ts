import { boundText, percentText, rangeText } from '../../cards/words.ts';
import { counted } from '../../values/phrases.ts';
import { lineOf } from '../shared/first_of.ts';
import { called, detailed } from '../shared/snapshot_data.ts';
import type { ItemPage } from './item_lists.ts';
import type { Levels } from './levels.ts';
import { mostlyOneText } from './loot.ts';
import { placeDetail } from './places.ts';

type Sources = ItemPage['droppedBy'];

const TOLD = 5;

/** What drops an item, a line for each of the best sources. */
export function sourceLines({ total, rows }: Sources): readonly string[] {
  if (total === 0) return [];
  const more = total - Math.min(TOLD, rows.length);
  return [
    'Drops from (highest lower bound of the rate first; loot windows that held it; in brackets the rate’s 95% range):',
    ...rows.slice(0, TOLD).map((row) => `- ${sourceText(row)}`),
    ...(more > 0 ? [`- and ${counted(more, 'more source')}`] : []),
  ];
}

/** `"Defias Thug" (npc 38, level 2–3, "Elwynn Forest" at 41.5, 65.8): 35 of 100 windows, 35% (26–45%)`. */
function sourceText({ source, levels, places, ...figures }: Sources['rows'][number]): string {
  return `${detailed(source, [...levelDetail(levels), ...placeDetail(places)])}: ${windowsText(figures)}`;
}

/** `level 2–3`; nothing where it is not known. */
export function levelDetail(levels: Levels | null): readonly string[] {
  return levels === null ? [] : [`level ${rangeText(levels.min, levels.max)}`];
}

type Figures = ItemPage['droppedBySeenByFew']['rows'][number];

/** What one or two players saw it drop from, on one line. */
export function fewSourcesLine(page: Pick<ItemPage, 'droppedBySeenByFew'>): readonly string[] {
  return lineOf(
    'One or two players saw it drop from',
    page.droppedBySeenByFew,
    (row) => `${called(row.source)} (${windowsText(row)})`,
  );
}

/** `35 of 100 windows, 35% (26–45%)`, and where one install opened most of them, `80% of the windows one player’s`. */
function windowsText(figures: Omit<Figures, 'source'>): string {
  return `${figures.drops} of ${counted(figures.kills, 'window')}, ${percentText(figures.rate)} (${boundText(figures.low)}–${boundText(figures.high)}%)${mostlyOneText(figures)}`;
}
