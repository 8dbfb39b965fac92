import { html } from 'hono/html';
import { nameKey } from '../../../domain/knowledge/words.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { ByName } from '../../../domain/tools/browse/by_name.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** Lists by name: where one begins (`from`, and `at` among equal names), the letters above it and the way on. */

const FROM_CHARS_MAX = 100;
const AT_CHARS_MAX = 40;

/** The place that `from` and `at` of a query string name; the beginning where they are absent. */
export const readPlace = (query: string): Result<NamePlace, Refusal> => {
  const asked = readParams(query, (params) => ({ from: params.text('from') ?? '', at: params.text('at') ?? '' }));
  if (!asked.ok) return asked;
  const { from, at } = asked.value;
  const fits = (name: string, text: string, max: number): Result<null, Refusal> => {
    const chars = [...text].length;
    return chars <= max
      ? ok(null)
      : err(badParameter(name, `${name} must be at most ${max} characters; it has ${chars}.`));
  };
  for (const fit of [fits('from', from, FROM_CHARS_MAX), fits('at', at, AT_CHARS_MAX)]) if (!fit.ok) return fit;
  return ok({ name: from.trim() === '' ? '' : nameKey(from), id: at });
};

const atPlace = (path: string, { name, id }: NamePlace): string =>
  `${path}?${new URLSearchParams({ from: [...name].slice(0, FROM_CHARS_MAX).join(''), ...(id === '' ? {} : { at: id }) })}`;

/** The letters that names begin with, each a link to the first of its names. */
export const initialsOf = ({ initials }: ByName, path: string, place: NamePlace): unknown =>
  initials.length < 2
    ? ''
    : html`<nav class="letters" aria-label="By the first letter">
<ul>${initials.map((initial) => html`<li><a href="${atPlace(path, { name: initial, id: '' })}"${place.name === initial ? html` aria-current="true"` : ''}>${initial.toUpperCase()}</a></li>`)}</ul>
</nav>
`;

/** The way back to the beginning and on to the names that follow. */
export const waysOn = ({ next }: ByName, path: string, place: NamePlace): unknown => {
  const isFirst = place.name === '' && place.id === '';
  if (isFirst && next === null) return '';
  return html`<nav class="pager" aria-label="More of the list">
${isFirst ? '' : html`<a href="${path}">From the beginning</a>`}${next === null ? '' : html`<a href="${atPlace(path, next)}" rel="next">Next names</a>`}
</nav>
`;
};
