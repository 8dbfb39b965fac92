import { capitalise } from '../../../domain/cards/words.ts';
import type { FirstRows } from '../../../domain/reads/entities/first_of.ts';
import type { Item } from '../../../domain/reads/entities/item.ts';
import type { DropRateFields, Loot } from '../../../domain/reads/entities/loot.ts';
import type { DropDays } from '../../../domain/reads/entities/observed_edges.ts';
import { describeLooting, METHOD_WORDS } from '../../../domain/tools/pages/loot_text.ts';
import { html } from '../../pages/html.ts';
import { type AgreedValue, renderPrices, renderStock } from '../../pages/parts/agreed.ts';
import { linkEntity, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { DASH_MARK, UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { findBarEnd, formatRateHeading, renderRate } from '../../pages/parts/rate.ts';
import type { Section } from '../../pages/parts/section.ts';
import { type Cell, createNumberCell, renderTable, type TableColumn, type TableData } from '../../pages/parts/table.ts';

/** Maximum number of rows in a table on an entity's page. The table links to the rest. */
export const SHOWN_ROWS_MAX = 25;

/** Cuts a list that was read for programs to the length shown on pages. */
export function cutList<R>({ rows, total }: FirstRows<R>): FirstRows<R> {
  return { total, rows: rows.slice(0, SHOWN_ROWS_MAX) };
}

export interface ListColumn<R> extends TableColumn {
  readonly cell: (row: R) => Cell;
}

interface ListTable<R> extends Pick<TableData, 'caption' | 'rest' | 'kept'> {
  readonly list: FirstRows<R>;
  readonly columns: readonly ListColumn<R>[];
}

export function renderListTable<R>({ list: { rows, total }, ...shown }: ListTable<R>): unknown {
  const cells = rows.map((row) => shown.columns.map(({ cell }) => cell(row)));
  return renderTable({ ...shown, total, rows: cells });
}

interface ListPart<R> extends Omit<ListTable<R>, 'caption'>, Partial<Pick<TableData, 'caption'>> {
  readonly id?: string;
  readonly heading: string;
  /** A paragraph above the table. */
  readonly note?: unknown;
}

/** Renders a list as a section with a table, or nothing if the list is empty. The caption defaults to the heading. */
export function buildPart<R>({
  heading,
  id = heading.toLowerCase().replaceAll(' ', '-'),
  note = '',
  ...shown
}: ListPart<R>): readonly Section[] {
  const { total } = shown.list;
  return total === 0
    ? []
    : [{ id, heading, total, content: html`${note}${renderListTable({ caption: heading, ...shown })}` }];
}

export const PLAYERS_COLUMN: ListColumn<{ readonly installs: number }> = {
  head: 'Players',
  as: 'number',
  cell: ({ installs }) => createNumberCell(installs),
};

export const OFFER_COLUMNS: readonly ListColumn<Omit<Item['soldBy']['rows'][number], 'vendor' | 'places'>>[] = [
  { head: 'Price', as: 'number', cell: ({ prices, withReputation }) => renderPrices(prices, withReputation) },
  { head: 'Stock', as: 'number', cell: ({ limited, limitedStock }) => renderStock(limited, limitedStock) },
  PLAYERS_COLUMN,
];

interface QuestRow {
  readonly quest: NamedEntity;
  readonly level: AgreedValue<number> | null;
  readonly installs: number;
}

export function listQuestColumns(base: string): readonly ListColumn<QuestRow>[] {
  return [
    { head: 'Quest', cell: ({ quest }) => linkEntity(quest, base) },
    {
      head: 'Level',
      as: 'number',
      cell: ({ level }) => ({ shown: level?.value ?? UNKNOWN_MARK, value: level?.value ?? null }),
    },
    PLAYERS_COLUMN,
  ];
}

const DROP_WORDS = { chance: 'Drop chance', counted: 'Dropped / looted' };

/** Returns the columns with rates, windows and installs. The bars of all rows end at the same rate. */
function listDropColumns(rows: readonly DropRateFields[], words = DROP_WORDS): readonly ListColumn<DropRateFields>[] {
  const end = findBarEnd(rows);
  return [
    { head: formatRateHeading(end, words.chance), as: 'figure', cell: (row) => renderRate(row, end) },
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
  ];
}

/** A table of drops, and one of those that only one or two players saw. */
interface DropTables<F, R> {
  readonly caption: string;
  readonly drops: FirstRows<R>;
  readonly few: FirstRows<F>;
  readonly first: ListColumn<F>;
  readonly last?: readonly ListColumn<R>[];
  readonly rest: string;
}

export function renderDrops<F extends DropRateFields, R extends F>(shown: DropTables<F, R>): unknown {
  const { caption, drops, few, first, last = [], rest } = shown;
  const confirmed = {
    caption: `${caption}, surest drops first`,
    list: drops,
    rest,
    kept: 'surest',
    columns: [first, ...listDropColumns(drops.rows), ...last],
  };
  const others = {
    caption: `${caption}, seen by one or two players, surest drops first`,
    list: few,
    kept: 'surest',
    columns: [first, ...listDropColumns(few.rows)],
  };
  return html`${drops.total === 0 ? '' : renderListTable(confirmed)}${
    few.total === 0
      ? ''
      : html`<details${drops.total === 0 ? ' open' : ''}><summary>Seen by one or two players only <small class="quiet">${few.total}</small></summary>
<p class="quiet">A third player has not confirmed these yet. Treat them as hints, not as facts.</p>
${renderListTable(others)}</details>\n`
  }`;
}

/** Returns the column with the last day of each drop. */
export function toDayColumn<K extends string>(days: DropDays, end: K): ListColumn<{ readonly [_ in K]: NamedEntity }> {
  return {
    head: 'Last seen',
    as: 'number',
    cell: (row) => {
      const { kind, id } = row[end];
      return days.get(`${kind} ${id}`) ?? DASH_MARK;
    },
  };
}

export function buildLoot(
  loot: Loot,
  heading: string,
  { kind, id }: NamedEntity,
  days: DropDays,
  base: string,
): Section {
  const { drops, dropsSeenByFew: few, zeroHigh } = loot;
  const first: ListColumn<Loot['drops']['rows'][number]> = { head: 'Item', cell: ({ item }) => linkEntity(item, base) };
  const rest = `${base}/api/edges?to_kind=${kind}&to_id=${id}&rel=dropped_by`;
  return {
    id: 'drops',
    heading,
    total: drops.total,
    content: html`<p>${describeLooting(loot, kind === 'object' ? 'object' : 'npc')}${
      zeroHigh === null ? html` <a href="${base}/terms#drop-chances">How drop chances are estimated</a>` : ''
    }</p>
${renderDrops({ caption: heading, drops: cutList(drops), few: cutList(few), first, last: [toDayColumn(days, 'item')], rest })}`,
  };
}

/** Renders what players gathered from an entity, or what they gathered an item from. */
export function buildGathering<R extends DropRateFields & { readonly method: string }>(
  heading: string,
  found: FirstRows<R>,
  entityOf: (row: R) => NamedEntity,
  rest: string,
  base: string,
): readonly Section[] {
  const list = cutList(found);
  return buildPart({
    heading,
    caption: `${heading}, surest drops first`,
    list,
    rest: `${base}/api/rollups/gathering?${rest}`,
    kept: 'surest',
    columns: [
      { head: 'Method', cell: ({ method }) => capitalise(METHOD_WORDS[method]!) },
      { head: heading === 'Gathered' ? 'Item' : 'Source', cell: (row) => linkEntity(entityOf(row), base) },
      ...listDropColumns(list.rows, { chance: 'Chance', counted: 'Found / gathered' }),
    ],
  });
}
