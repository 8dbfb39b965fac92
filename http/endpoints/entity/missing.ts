import { allOf } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';

/** Renders a list of unknown facts about an entity, and how to report them. `beside` is an additional sentence. */
export function missing(unknown: readonly string[], beside: string | null = null): unknown {
  const sentences = [
    ...(unknown.length === 0 ? [] : [`Not known yet: ${allOf(unknown)}. Your report could be the first.`]),
    ...(beside === null ? [] : [beside]),
  ];
  return sentences.length === 0 ? '' : html`<p class="quiet missing">${sentences.join(' ')}</p>\n`;
}

/** Returns the names of the parts that are not known. */
export function emptyOf(parts: readonly (readonly [name: string, isKnown: boolean])[]): readonly string[] {
  return parts.flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
}
