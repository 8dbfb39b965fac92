import { html } from '../html.ts';
import { UNKNOWN_MARK } from './money.ts';

/** A line of a fact sheet. Null is shown as unknown. `fromFiles` marks unconfirmed data from the game's files. */
export interface SheetFact {
  readonly term: string;
  readonly value: unknown | null;
  readonly fromFiles?: boolean;
}

/** Renders a list of facts, one term and value per line. */
export function renderFacts(facts: readonly SheetFact[]): unknown {
  return facts.length === 0
    ? ''
    : html`<dl class="facts">
${facts.map(({ term, value, fromFiles }) => html`<div><dt>${term}</dt><dd${fromFiles === true ? html` class="files"` : ''}>${value ?? UNKNOWN_MARK}${fromFiles === true ? html` ${FILE_FACT_MARK}` : ''}</dd></div>\n`)}</dl>
`;
}

/** Marks data from the game's files. The notice at the end of the page names the build. */
export const FILE_FACT_MARK: unknown = html`<abbr class="mark" title="found in game files, unconfirmed">game files</abbr>`;

/** Marks data from the game's files in plain text, such as a description: `rare (game files 1.15.8.67156)`. */
export function markFileFact(text: string, build: string | null): string {
  return `${text} (game files${build === null ? '' : ` ${build}`})`;
}
