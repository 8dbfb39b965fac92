import { html } from '../../pages/html.ts';
import { type AgreedValue, pricesCell, stockCell } from '../../pages/parts/agreed.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { entityLink, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { type Cell, type Column, numberCell, table } from '../../pages/parts/table.ts';

/** Maximum number of rows in a table on an entity's page. The table links to the rest. */
export const ROWS_SHOWN = 25;

export interface ListColumn<R> extends Column {
  readonly cell: (row: R) => Cell;
}

interface ListPart<R> {
  readonly id: string;
  readonly heading: string;
  /** Describes the rows. Defaults to the heading. */
  readonly caption?: string;
  readonly list: { readonly rows: readonly R[]; readonly total: number };
  /** URL of all rows as JSON. */
  readonly rest?: string | null;
  readonly columns: readonly ListColumn<R>[];
  /** A paragraph above the table. */
  readonly note?: unknown;
}

/** Renders a list as a section with a table, or nothing if the list is empty. */
export function listPart<R>({ id, heading, caption = heading, list, rest = null, columns, note = '' }: ListPart<R>) {
  const { rows, total } = list;
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const part: Part = {
    id,
    heading,
    total,
    content: html`${note}${table({ caption, total, rest, columns, rows: cells })}`,
  };
  return total === 0 ? [] : [part];
}

export const PLAYERS_COLUMN: ListColumn<{ readonly installs: number }> = {
  head: 'Players',
  as: 'number',
  cell: ({ installs }) => numberCell(installs),
};

interface Offer {
  readonly prices: readonly AgreedValue<number>[];
  readonly withReputation: readonly AgreedValue<number>[];
  readonly limited: AgreedValue<boolean> | null;
  readonly limitedStock: AgreedValue<number> | null;
  readonly installs: number;
}

export const OFFER_COLUMNS: readonly ListColumn<Offer>[] = [
  { head: 'Price', as: 'number', cell: ({ prices, withReputation }) => pricesCell(prices, withReputation) },
  { head: 'Stock', as: 'number', cell: ({ limited, limitedStock }) => stockCell(limited, limitedStock) },
  PLAYERS_COLUMN,
];

interface QuestRow {
  readonly quest: NamedEntity;
  readonly level: AgreedValue<number> | null;
  readonly installs: number;
}

export function questColumns(base: string): readonly ListColumn<QuestRow>[] {
  return [
    { head: 'Quest', cell: ({ quest }) => entityLink(quest, base) },
    {
      head: 'Level',
      as: 'number',
      cell: ({ level }) => ({ shown: level?.value ?? UNKNOWN, value: level?.value ?? null }),
    },
    PLAYERS_COLUMN,
  ];
}
