import { coveredEntity } from '../../../domain/families/coverage.ts';
import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { entityLink } from './entity_link.ts';

/** A subject with the public name of its entity. */
interface CoverageSubject {
  readonly kind: CoverageKind;
  readonly id: number;
  readonly name: LocalizedText | null;
  /** Whether the entity has a page. Defaults to whether it has a name. */
  readonly isPublic?: boolean;
  readonly note?: string;
}

/** Renders a list of subjects. `total` is the length of the full list if `list` is only its beginning. */
export function coveredList(list: readonly CoverageSubject[], base: string, total = list.length): unknown {
  return html`<ul class="subjects">
${list.map((one) => html`<li>${subjectLine(one, base)}</li>\n`)}</ul>
${total > list.length ? html`<p class="cut">The first ${list.length} of ${counted(total, 'subject')}.</p>\n` : ''}`;
}

function subjectLine({ kind, id, name, isPublic = name !== null, note }: CoverageSubject, base: string): unknown {
  const entity = { kind: coveredEntity(kind), id, name: name?.value ?? null, locale: name?.locale };
  const link = entityLink(isPublic ? entity : { ...entity, url: null }, base);
  const { side } = COVERAGE_WORDS[kind];
  return html`${side === null ? '' : `${side} `}${link}${note === undefined ? '' : html` <small class="quiet">${note}</small>`}`;
}
