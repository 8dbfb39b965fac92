import { html } from '../html.ts';
import { UNKNOWN } from './money.ts';

/** A line of a fact sheet; null reads as unknown. `fromFiles`: the game's files say it, nobody confirmed it. */
export interface Fact {
  readonly term: string;
  readonly value: unknown | null;
  readonly fromFiles?: boolean;
}

/** The facts of one thing, a term and its value a line. */
export function factSheet(facts: readonly Fact[]): unknown {
  return facts.length === 0
    ? ''
    : html`<dl class="facts">
${facts.map(({ term, value, fromFiles }) => html`<div><dt>${term}</dt><dd${fromFiles === true ? html` class="files"` : ''}>${value ?? UNKNOWN}${fromFiles === true ? html` ${FILES_MARK}` : ''}</dd></div>\n`)}</dl>
`;
}

/** Marks what was read from the game's files; the notice at the page's end says the build. */
export const FILES_MARK: unknown = html`<abbr class="mark" title="found in game files, unconfirmed">game files</abbr>`;

/** The same where there is no room for more than words, such as a description: `rare (game files 1.15.8.67156)`. */
export function filedText(text: string, build: string | null): string {
  return `${text} (game files${build === null ? '' : ` ${build}`})`;
}
