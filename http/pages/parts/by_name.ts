import { nameKey } from '../../../domain/knowledge/words.ts';
import type { NamePlace } from '../../../domain/ports/knowledge.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { ByName } from '../../../domain/tools/browse/by_name.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { html } from '../html.ts';
import { renderPager } from './pager.ts';

/** Lists by name: where one begins (`from`, and `at` among equal names), the letters above it and the way on. */

/** As long as any name by which lists are in order: what is cut shorter would lead back. */
const FROM_CHARS_MAX = LENGTHS.knownName.max;
const AT_CHARS_MAX = 40;

/** The place that `from` and `at` of a query string name; the beginning where they are absent. */
export function readPlace(query: string): Result<NamePlace, Refusal> {
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
}

function atPlace(path: string, { name, id }: NamePlace): string {
  return `${path}?${new URLSearchParams({ from: name, ...(id === '' ? {} : { at: id }) })}`;
}

/** What a list by name shows from a place on. */
export interface NamedList {
  readonly names: ByName;
  readonly place: NamePlace;
  /** Where it begins. */
  readonly path: string;
  /** Says that nothing has a name yet. */
  readonly none: string;
  /** The table of what is called so. */
  readonly table: () => unknown;
}

/** The letters, the names from a place on, and the ways back and on. */
export function namedList({ names, place, path, none, table }: NamedList): unknown {
  return names.initials.length === 0
    ? html`<p>${none} It fills with players’ uploads.</p>\n`
    : html`${initialsOf(names, path, place)}${
        names.ids.length === 0 ? html`<p>No names follow here.</p>\n` : table()
      }${renderPager({
        path,
        isFirst: place.name === '' && place.id === '',
        nextWords: 'Next names',
        next: names.next === null ? null : atPlace(path, names.next),
      })}`;
}

/** The letters that names begin with, each a link to the first of its names. */
function initialsOf({ initials }: ByName, path: string, place: NamePlace): unknown {
  return initials.length < 2
    ? ''
    : html`<nav class="letters" aria-label="By the first letter">
<ul>${initials.map((initial) => html`<li><a href="${atPlace(path, { name: initial, id: '' })}"${place.name === initial ? html` aria-current="true"` : ''}>${initial.toUpperCase()}</a></li>`)}</ul>
</nav>
`;
}
