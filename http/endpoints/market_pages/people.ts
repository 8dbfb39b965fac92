import { capitalised, percentText } from '../../../domain/cards/words.ts';
import { DAYS_BACK } from '../../../schema/limits.ts';
import type { population } from '../../../schema/tools/people.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { type Cell, table } from '../../pages/parts/table.ts';

export type PopulationAnswer = AnswerOf<typeof population>;
type Breakdown = NonNullable<PopulationAnswer['page']>['factions'];

/** Renders the characters that players saw on a realm. */
export function peopleOf({ page, reason }: PopulationAnswer): unknown {
  if (page === undefined) return html`<p>${reason}</p>`;
  return html`<p>Characters that players saw in the ${DAYS_BACK.daily} days before ${page.day}, not all characters.
Every figure needs reports from three players; others are unknown.</p>
<div class="tables">
${breakdown('By faction', 'Faction', page.factions)}${breakdown('By class', 'Class', page.classes)}${breakdown('By level', 'Levels', page.levels)}</div>
`;
}

function breakdown(heading: string, head: string, { cells, total }: Breakdown): unknown {
  return html`<div><h3>${heading}</h3>
${table({
  caption: `Characters ${heading.toLowerCase()}`,
  columns: [{ head }, { head: 'Characters', as: 'number' }, { head: 'Share', as: 'number' }],
  rows: cells.map(({ name, characters }) => [
    wordOf(name),
    { shown: characters?.toLocaleString('en-GB') ?? UNKNOWN, value: characters },
    shareCell(characters === null || !total ? null : characters / total),
  ]),
})}</div>
`;
}

function shareCell(share: number | null): Cell {
  return { shown: share === null ? UNKNOWN : percentText(share), value: share };
}

/** Formats the client's tokens: `WARRIOR` as `Warrior`, `horde` as `Horde`. Returns other strings unchanged. */
function wordOf(name: string): unknown {
  return html`<bdi>${/^(?:[A-Z]+|[a-z]+)$/.test(name) ? capitalised(name.toLowerCase()) : name}</bdi>`;
}
