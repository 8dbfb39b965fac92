import { percentText } from '../../../domain/cards/words.ts';
import type { Figures } from '../../../domain/reads/entities/loot.ts';
import { isMostlyOne } from '../../../domain/tools/pages/loot_text.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { endOfBars, rateCell, rateHead } from '../../pages/parts/rate.ts';
import { type Cell, type Column, table } from '../../pages/parts/table.ts';

/** A column before or after the figures of a drop. */
export interface ExtraColumns<R> {
  readonly column: Column;
  readonly cell: (row: R) => Cell;
}

export interface DropTable<R> {
  readonly caption: string;
  readonly rows: readonly R[];
  readonly total: number;
  /** Address of all rows as JSON. */
  readonly rest: string | null;
  readonly before: readonly ExtraColumns<R>[];
  readonly behind?: readonly ExtraColumns<R>[];
  /** Whether each row warns if one player opened most windows of its source. For tables with several sources. */
  readonly sourceEach?: boolean;
}

/** Renders a table of drops with rates, windows and installs, in the order of the answer (`surestFirst`). */
export function dropTable<R extends Figures>(shown: DropTable<R>): unknown {
  const { rows, total, rest, before, behind = [], sourceEach = false } = shown;
  const end = endOfBars(rows);
  return table({
    caption: `${shown.caption}, surest drops first`,
    total,
    rest,
    kept: 'surest',
    columns: [
      ...before.map(({ column }) => column),
      { head: rateHead(end), as: 'number' },
      { head: 'Dropped / looted', as: 'number' },
      { head: 'Players', as: 'number' },
      ...behind.map(({ column }) => column),
    ],
    rows: rows.map((row) => [
      ...before.map(({ cell }) => cell(row)),
      rateCell(row, end),
      {
        value: row.kills,
        shown: html`${row.drops} of ${counted(row.kills, 'window')}${sourceEach ? mostlyOne(row) : ''}`,
      },
      { value: row.installs, shown: `${row.installs} of ${row.reporters}` },
      ...behind.map(({ cell }) => cell(row)),
    ]),
  });
}

/** Renders a warning if one player opened most of a source's windows, so that the rate mostly reflects that player. */
function mostlyOne(figures: Pick<Figures, 'topShare'>): unknown {
  return isMostlyOne(figures) ? html`<br><small class="warn">${mostlyOneText(figures)}</small>` : '';
}

/** Returns text such as `one player opened 95% of these windows`. */
export function mostlyOneText({ topShare }: Pick<Figures, 'topShare'>): string {
  return `one player opened ${percentText(topShare)} of these windows`;
}

/** Renders drops that only one or two players saw, with a heading that says so. */
export function seenByFew(shown: unknown): unknown {
  return html`<h3>Seen by one or two players only</h3>
<p class="quiet">A third player has not confirmed these yet. Treat them as hints, not as facts.</p>
${shown}`;
}
