import { GATHER_KINDS } from '../../../schema/vocabulary.ts';
import { renderOneLine } from '../../reads/entities/first_of.ts';
import type { GatheredItems } from '../../reads/entities/gathering.ts';
import type { DropRateFields, Loot } from '../../reads/entities/loot.ts';
import { toLabel } from '../../reads/entities/snapshot_data.ts';
import { describeWithCounts, formatUpperPercent } from '../../values/estimates/describe_rate.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { renderBullets } from '../shared/page.ts';

export type LootedKind = 'npc' | 'object';

/** Renders the counts behind a drop that one or two players saw, such as `3 of 24 looted, 1 of 4 players`. */
export function formatRareDropCounts({ quest, ...all }: DropRateFields): string {
  const { drops, kills } = quest ?? all;
  return `${drops} of ${kills} looted, ${all.installs} of ${formatQuantity(all.reporters, 'player')}`;
}

/** Renders a source's loot, one line per item, and the drops seen by only one or two players on another line. */
export function renderLoot(loot: Loot, kind: LootedKind, url: string | null): readonly string[] {
  const { drops, dropsSeenByFew } = loot;
  const looted = describeLooting(loot, kind);
  return [
    drops.total === 0 || kind === 'object' ? looted : `${looted} Rates are per looted corpse.`,
    ...renderDrops(drops, kind, url),
    ...renderOneLine(
      'One or two players also saw',
      dropsSeenByFew,
      (row) => `${toLabel(row.item)} (${formatRareDropCounts(row)})`,
    ),
  ];
}

/** Renders the items gathered from an entity, such as `"Raw Trout" (item 5) by fishing: about 9%`. */
export function renderGatheredItems(label: string, gathering: GatheredItems): readonly string[] {
  return renderOneLine(
    label,
    gathering,
    (row) => `${toLabel(row.item)} by ${METHOD_WORDS[row.method]}: ${describeWithCounts(row, 'times')}`,
  );
}

/** Words for methods of gathering that say what a player does. The others say it themselves. */
export const METHOD_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GATHER_KINDS.map((method) => [method, method])),
  container: 'opening',
  herbalism: 'gathering herbs',
};

/** Renders `7 players looted 176 corpses.`, and what that means if no item is confirmed. */
export function describeLooting({ kills, reporters, drops, zeroHigh }: Loot, kind: LootedKind): string {
  const looted = kind === 'npc' ? formatQuantity(kills, 'corpse') : `it ${formatQuantity(kills, 'time')}`;
  const text = `${formatQuantity(reporters, 'player')} looted ${looted}`;
  if (zeroHigh !== null) {
    const contents = kind === 'npc' ? 'it might drop' : 'it might hold';
    return `${text} and found nothing. Anything ${contents} is rarer than ${formatUpperPercent(zeroHigh)} (95% confidence).`;
  }
  return drops.total === 0 ? `${text}. No item has been seen by three players yet.` : `${text}.`;
}

const SHOWN_DROPS_MAX = 20;

function renderDrops({ rows, total }: Loot['drops'], kind: LootedKind, url: string | null): readonly string[] {
  if (total === 0) return [];
  const lines = rows.map((row) => `${toLabel(row.item)}: ${describeWithCounts(row)}`);
  return [
    `${kind === 'npc' ? 'It drops' : 'It holds'} ${formatQuantity(total, 'item')}, surest first:`,
    ...renderBullets(lines, SHOWN_DROPS_MAX, total, 'item', url),
  ];
}
