import { GATHERED_BY } from '../../../schema/vocabulary.ts';
import { type FirstOf, lineOf } from '../../reads/entities/first_of.ts';
import type { GatheredItems } from '../../reads/entities/gathering.ts';
import type { Figures, Loot } from '../../reads/entities/loot.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import {
  describeFewLooters,
  describeWithDetails,
  percentAbove,
  rateNotes,
} from '../../values/estimates/describe_rate.ts';
import { counted } from '../../values/phrases.ts';
import { bulletLines } from '../shared/page.ts';

/** The kind of a source that can be looted. */
export type LootedKind = 'npc' | 'object';

/** Renders `about 51%, between 44% and 58% (90 of 176 looted corpses, 7 players)`. */
export function rateText(figures: Figures, kind: LootedKind): string {
  return [describeWithDetails(figures, countsText(figures, kind)), ...rateNotes(figures)].join('; ');
}

/** Renders the counts behind a rate: of players on the quest, if the rate is theirs, and otherwise of all. */
function countsText(figures: Figures, kind: LootedKind): string {
  const players = describeFewLooters(figures) ?? counted((figures.quest ?? figures).reporters, 'player');
  return `${windowsText(figures, kind)}, ${players}`;
}

/** Renders the counts behind a drop that one or two players saw, such as `3 of 24 looted corpses, 1 of 4 players`. */
export function fewCountsText(figures: Figures, kind: LootedKind): string {
  const { installs, reporters } = figures;
  return `${windowsText(figures, kind)}, ${installs} of ${counted(reporters, 'player')}`;
}

function windowsText(figures: Figures, kind: LootedKind): string {
  const { kills, drops } = figures.quest ?? figures;
  return `${drops} of ${kills} ${kind === 'npc' ? 'looted corpses' : 'times'}`;
}

/** Renders a source's loot, one line per item, and the drops seen by only one or two players on another line. */
export function lootLines(loot: Loot, kind: LootedKind): readonly string[] {
  const { drops, dropsSeenByFew } = loot;
  const looted = lootedText(loot, kind);
  return [
    drops.total === 0 || kind === 'object' ? looted : `${looted} Rates are per looted corpse.`,
    ...dropLines(drops, kind),
    ...lineOf(
      'One or two players also saw',
      dropsSeenByFew,
      (row) => `${called(row.item)} (${fewCountsText(row, kind)})`,
    ),
  ];
}

/** Renders the items gathered from an entity, such as `"Raw Trout" (item 5) by fishing: about 9%`. */
export function gatheringLine(label: string, gathering: GatheredItems): readonly string[] {
  return lineOf(
    label,
    gathering,
    (row) => `${called(row.item)} by ${METHOD_WORDS[row.method]}: ${rateText(row, 'object')}`,
  );
}

/** Words for methods of gathering that say what a player does. The others say it themselves. */
export const METHOD_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GATHERED_BY.map((method) => [method, method])),
  container: 'opening',
  herbalism: 'gathering herbs',
};

/** Renders `7 players looted 176 corpses.`, and what that means if no item is confirmed. */
export function lootedText({ kills, reporters, drops, zeroHigh }: Loot, kind: LootedKind): string {
  const looted = kind === 'npc' ? counted(kills, 'corpse') : `it ${counted(kills, 'time')}`;
  const text = `${counted(reporters, 'player')} looted ${looted}`;
  if (zeroHigh !== null) {
    const contents = kind === 'npc' ? 'it might drop' : 'it might hold';
    return `${text} and found nothing. Anything ${contents} is rarer than ${percentAbove(zeroHigh)} (95% confidence).`;
  }
  return drops.total === 0 ? `${text}. No item has been seen by three players yet.` : `${text}.`;
}

const LINES_MAX = 20;

function dropLines({ rows, total }: FirstOf<Loot['drops']['rows'][number]>, kind: LootedKind): readonly string[] {
  if (total === 0) return [];
  const lines = rows.map((row) => `${called(row.item)}: ${rateText(row, kind)}`);
  return [
    `${kind === 'npc' ? 'It drops' : 'It holds'} ${counted(total, 'item')}, surest first:`,
    ...bulletLines(lines, LINES_MAX, total, 'item'),
  ];
}
