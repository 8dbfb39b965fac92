import * as v from 'valibot';
import { foldName } from '../../../domain/knowledge/words.ts';
import type { NamePosition } from '../../../domain/ports/knowledge.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { NamesPage } from '../../../domain/tools/browse/by_name.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import { readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { html } from '../html.ts';
import { renderPager } from './pager.ts';
import { renderSection } from './section.ts';

/**
 * Lists sorted by name. Each starts at a given position (`from`, and `at` among equal names) and links to each letter
 * and to the next page.
 */

/** Set to the maximum length of a name, because a link with a truncated name would lead back to an earlier position. */
const NAME_CHARS_MAX = LENGTHS.knownName.max;
const ID_CHARS_MAX = 40;

const POSITION_QUERY = v.object({ from: text(), at: text() });

/** Reads the position from `from` and `at` in a query string. Defaults to the beginning of the list. */
export function readNamePosition(query: string): Result<NamePosition, Refusal> {
  const asked = readQuery(POSITION_QUERY, query);
  if (!asked.ok) return asked;
  const from = asked.value.from ?? '';
  const at = asked.value.at ?? '';
  const fits = (name: string, text: string, max: number): Result<null, Refusal> => {
    const chars = [...text].length;
    return chars <= max
      ? ok(null)
      : err(badParameter(name, `${name} must be at most ${max} characters; it has ${chars}.`));
  };
  for (const fit of [fits('from', from, NAME_CHARS_MAX), fits('at', at, ID_CHARS_MAX)]) if (!fit.ok) return fit;
  return ok({ name: from.trim() === '' ? '' : foldName(from), id: at });
}

function buildPositionPath(path: string, { name, id }: NamePosition): string {
  return `${path}?${new URLSearchParams({ from: name, ...(id === '' ? {} : { at: id }) })}`;
}

interface NamedList {
  readonly names: NamesPage;
  readonly place: NamePosition;
  /** Path of the beginning of the list. */
  readonly path: string;
  /** Sentence to show if no entity has a name yet. */
  readonly none: string;
  readonly table: () => unknown;
}

/** Renders a section with the initial letters, the names from a position on, and links to the beginning and the next page. */
export function renderNamedList({ names, place, path, none, table }: NamedList): unknown {
  const content =
    names.initials.length === 0
      ? html`<p>${none} Your <a href="upload">upload</a> could add the first one.</p>\n`
      : html`${renderInitials(names, path, place)}${
          names.ids.length === 0 ? html`<p>No more names.</p>\n` : table()
        }${renderPager({
          path,
          isFirst: place.name === '' && place.id === '',
          nextWords: 'Next names',
          next: names.next === null ? null : buildPositionPath(path, names.next),
        })}`;
  return renderSection('names', 'By name', content);
}

/** Renders the first letters of names, each linked to the first name that begins with it. */
function renderInitials({ initials }: NamesPage, path: string, place: NamePosition): unknown {
  return initials.length < 2
    ? ''
    : html`<nav class="letters" aria-label="By the first letter">
<ul>${initials.map((initial) => html`<li><a href="${buildPositionPath(path, { name: initial, id: '' })}"${place.name === initial ? html` aria-current="true"` : ''}>${initial.toUpperCase()}</a></li>`)}</ul>
</nav>
`;
}
