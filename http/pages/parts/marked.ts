import { wordsOf } from '../../../domain/knowledge/words.ts';
import { html } from '../html.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Renders a text and highlights the words that begin with one of the words in `sought`. */
export function marked(text: string, sought: readonly string[]): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(WORD)) {
    const word = wordsOf(match[0])[0] ?? '';
    if (!sought.some((one) => word.startsWith(one))) continue;
    parts.push(text.slice(at, match.index), html`<mark>${match[0]}</mark>`);
    at = match.index + match[0].length;
  }
  return html`<bdi>${[...parts, text.slice(at)]}</bdi>`;
}
