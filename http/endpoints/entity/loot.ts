import { capitalised } from '../../../domain/cards/words.ts';
import type { FirstOf } from '../../../domain/reads/entities/first_of.ts';
import type { GatheredItems } from '../../../domain/reads/entities/gathering.ts';
import type { Figures, Loot } from '../../../domain/reads/entities/loot.ts';
import { lootedText, METHOD_WORDS } from '../../../domain/tools/pages/loot_text.ts';
import { html } from '../../pages/html.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { entityLink, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { endOfBars, rateCell, rateHead } from '../../pages/parts/rate.ts';
import { table } from '../../pages/parts/table.ts';
import { type ListColumn, ROWS_SHOWN } from './list_part.ts';

/** Renders the loot of an NPC or object. */
export function lootPart(loot: Loot, heading: string, source: NamedEntity, base: string): Part {
  const { drops, dropsSeenByFew: few } = loot;
  const rest = `${base}/api/edges?to_kind=${source.kind}&to_id=${source.id}&rel=dropped_by`;
  return {
    id: 'drops',
    heading,
    total: drops.total,
    content: html`<p>${lootedText(loot, source.kind === 'object' ? 'object' : 'npc')}${
      loot.zeroHigh === null ? html` <a href="${base}/terms#drop-chances">How drop chances are estimated</a>` : ''
    }</p>
${drops.total === 0 ? '' : itemsTable(drops, heading, rest, base)}${
  few.total === 0 ? '' : seenByFew(itemsTable(few, `${heading}, seen by one or two players`, null, base))
}`,
  };
}

/** Renders what players gathered from an entity, or what they gathered an item from. */
export function gatheringPart(
  heading: string,
  { rows, total }: FirstOf<Figures & { readonly method: string; readonly shown: NamedEntity }>,
  rest: string,
  base: string,
): readonly Part[] {
  if (total === 0) return [];
  const before = [
    { head: 'Method', cell: ({ method }: { readonly method: string }) => capitalised(METHOD_WORDS[method]!) },
    { head: 'Name', cell: ({ shown }: { readonly shown: NamedEntity }) => entityLink(shown, base) },
  ];
  const found = {
    words: { chance: 'Chance', counted: 'Found / gathered' },
    caption: heading,
    rows: rows.slice(0, ROWS_SHOWN),
    total,
    rest: `${base}/api/rollups/gathering?${rest}`,
  };
  return [{ id: heading.toLowerCase().replaceAll(' ', '-'), heading, total, content: dropTable({ ...found, before }) }];
}

/** Returns a list of gathered items, as `gatheringPart` shows it. */
export function itemsIn({ rows, total }: GatheredItems) {
  return { total, rows: rows.map((row) => ({ ...row, shown: row.item })) };
}

function itemsTable({ rows, total }: Loot['drops'], caption: string, rest: string | null, base: string): unknown {
  const before: ListColumn<Loot['drops']['rows'][number]>[] = [
    { head: 'Item', cell: ({ item }) => entityLink(item, base) },
  ];
  return dropTable({ caption, rows: rows.slice(0, ROWS_SHOWN), total, rest, before });
}

interface DropTable<R> {
  /** Heads of the columns with rates and windows. */
  readonly words?: { readonly chance: string; readonly counted: string };
  readonly caption: string;
  readonly rows: readonly R[];
  readonly total: number;
  /** URL of all rows as JSON. */
  readonly rest: string | null;
  readonly before: readonly ListColumn<R>[];
  readonly behind?: readonly ListColumn<R>[];
}

const DROP_WORDS = { chance: 'Drop chance', counted: 'Dropped / looted' };

/** Renders a table of drops with rates, windows and installs, in the order of the answer. */
export function dropTable<R extends Figures>(shown: DropTable<R>): unknown {
  const { caption, rows, total, rest, before, behind = [], words = DROP_WORDS } = shown;
  const end = endOfBars(rows);
  const columns: readonly ListColumn<R>[] = [
    ...before,
    { head: rateHead(end, words.chance), as: 'figure', cell: (row) => rateCell(row, end) },
    {
      head: words.counted,
      as: 'number',
      cell: (row) => {
        const { drops, kills } = row.quest ?? row;
        return { value: kills, shown: `${drops} of ${kills}${row.quest === undefined ? '' : ' on the quest'}` };
      },
    },
    {
      head: 'Players',
      as: 'number',
      cell: (row) => {
        const { installs, reporters } = row.quest ?? row;
        return { value: installs, shown: `${installs} of ${reporters}` };
      },
    },
    ...behind,
  ];
  return table({
    caption: `${caption}, surest drops first`,
    total,
    rest,
    kept: 'surest',
    columns,
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  });
}

/** Renders drops that only one or two players saw, with a heading that says so. */
export function seenByFew(shown: unknown): unknown {
  return html`<h3>Seen by one or two players only</h3>
<p class="quiet">A third player has not confirmed these yet. Treat them as hints, not as facts.</p>
${shown}`;
}
