import { GATHERED_BY } from '../../../schema/vocabulary.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import type { GatheredItems } from '../../reads/entities/gathering.ts';
import type { Figures, Loot } from '../../reads/entities/loot.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import { describeWithCounts, percentAbove } from '../../values/estimates/describe_rate.ts';
import { counted } from '../../values/phrases.ts';
import { bulletLines } from '../shared/page.ts';

export type LootedKind = 'npc' | 'object';

/** Renders the counts behind a drop that one or two players saw, such as `3 of 24 looted, 1 of 4 players`. */
export function fewCountsText({ quest, ...all }: Figures): string {
  const { drops, kills } = quest ?? all;
  return `${drops} of ${kills} looted, ${all.installs} of ${counted(all.reporters, 'player')}`;
}

/** Renders a source's loot, one line per item, and the drops seen by only one or two players on another line. */
export function lootLines(loot: Loot, kind: LootedKind): readonly string[] {
  const { drops, dropsSeenByFew } = loot;
  const looted = lootedText(loot, kind);
  return [
    drops.total === 0 || kind === 'object' ? looted : `${looted} Rates are per looted corpse.`,
    ...dropLines(drops, kind),
    ...lineOf('One or two players also saw', dropsSeenByFew, (row) => `${called(row.item)} (${fewCountsText(row)})`),
  ];
}

/** Renders the items gathered from an entity, such as `"Raw Trout" (item 5) by fishing: about 9%`. */
export function gatheringLine(label: string, gathering: GatheredItems): readonly string[] {
  return lineOf(
    label,
    gathering,
    (row) => `${called(row.item)} by ${METHOD_WORDS[row.method]}: ${describeWithCounts(row, 'times')}`,
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

function dropLines({ rows, total }: Loot['drops'], kind: LootedKind): readonly string[] {
  if (total === 0) return [];
  const lines = rows.map((row) => `${called(row.item)}: ${describeWithCounts(row)}`);
  return [
    `${kind === 'npc' ? 'It drops' : 'It holds'} ${counted(total, 'item')}, surest first:`,
    ...bulletLines(lines, LINES_MAX, total, 'item'),
  ];
}
