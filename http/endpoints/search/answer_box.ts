import { html } from '../../pages/html.ts';

/** Renders the answer to a question: its lines as paragraphs, and lines that begin with a dash as a list. */
export function answerBox(lines: readonly string[], base: string): unknown {
  const blocks: { readonly isList: boolean; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const isList = line.startsWith('- ');
    const last = blocks.at(-1);
    if (last !== undefined && isList && last.isList) last.lines.push(line);
    else blocks.push({ isList, lines: [line] });
  }
  return html`<section class="answer" aria-label="Answer">
${blocks.map(({ isList, lines: own }) =>
  isList
    ? html`<ul>${own.map((line) => html`<li>${withLinks(line.slice(2), base)}</li>`)}</ul>\n`
    : html`<p>${withLinks(own[0]!, base)}</p>\n`,
)}</section>
`;
}

/** A quoted name with the kind and number of an entity that has a page, as the texts of tools write it. */
const ENTITY = /"((?:[^"\\]|\\.)*)" \((item|npc|quest|object|zone) (\d+)(?:, |\))/gu;

/** Turns names of entities into links to their pages, and leaves out their numbers. */
function withLinks(text: string, base: string): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(ENTITY)) {
    const [whole, name, kind, id] = match;
    parts.push(text.slice(at, match.index));
    parts.push(html`<a href="${base}/${kind}/${id}"><bdi>${JSON.parse(`"${name}"`)}</bdi></a>`);
    if (whole.endsWith(', ')) parts.push(' (');
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}
