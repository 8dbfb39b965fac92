import { html } from '../../pages/html.ts';
import { entityLink } from '../../pages/parts/entity_link.ts';

/** Renders the answer to a question: its lines as paragraphs, and lines that begin with a dash as a list. */
export function answerBox(lines: readonly string[], base: string): unknown {
  const blocks: { readonly isList: boolean; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const isList = line.startsWith('- ');
    const last = blocks.at(-1);
    if (last !== undefined && isList && last.isList) last.lines.push(line);
    else blocks.push({ isList, lines: [line] });
  }
  return html`<section class="named answer" aria-label="Answer">
${blocks.map(({ isList, lines: own }) =>
  isList
    ? html`<ul>${own.map((line) => html`<li>${withLinks(line.slice(2), base)}</li>`)}</ul>\n`
    : html`<p>${withLinks(own[0]!, base)}</p>\n`,
)}</section>
`;
}

/** A quoted name, as the texts of tools write it, with the kind and number of the entity if it has a page. */
const NAME = /"((?:[^"\\]|\\.)*)"(?: \((item|npc|quest|object|zone) (\d+)(, |\)))?/gu;

/** Renders names without quotation marks. Names of entities become links to their pages, without the number. */
function withLinks(text: string, base: string): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(NAME)) {
    const [whole, escaped, kind, id, end] = match;
    const name = html`<bdi>${unescaped(escaped!)}</bdi>`;
    parts.push(text.slice(at, match.index));
    parts.push(kind === undefined ? name : entityLink({ kind, id: Number(id), name: unescaped(escaped!) }, base));
    if (end === ', ') parts.push(' (');
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** Returns the text of a quoted name. Escapes of invisible characters (domain/values/quoted.ts) stay visible. */
function unescaped(escaped: string): string {
  return escaped.replace(/\\(["\\])/gu, '$1');
}
