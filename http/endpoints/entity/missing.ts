import { BY_UPLOADS } from '../../../domain/tools/shared/empty_hints.ts';
import { allOf } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';

/** What is not known of an entity yet, in one sentence at the end of its page, and what fills it; `beside` is one more sentence. */
export function missing(unknown: readonly string[], beside: string | null = null): unknown {
  const sentences = [
    ...(unknown.length === 0 ? [] : [`Not known yet: ${allOf(unknown)}. ${BY_UPLOADS}`]),
    ...(beside === null ? [] : [beside]),
  ];
  return sentences.length === 0 ? '' : html`<p class="quiet missing">${sentences.join(' ')}</p>\n`;
}

/** The names of parts that are empty. */
export function emptyOf(parts: readonly (readonly [name: string, isKnown: boolean])[]): readonly string[] {
  return parts.flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
}
