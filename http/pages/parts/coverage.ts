import { coveredEntity } from '../../../domain/families/coverage.ts';
import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { entityLink } from './entity_link.ts';

/** Words for a kind of subject that needs more reports: the plural, the aspect of the entity, and how to report it. */
interface CoverageWords {
  readonly many: string;
  /** Null if the subject is the entity itself. */
  readonly side: string | null;
  readonly seenBy: string;
}

export const COVERAGE_WORDS: Readonly<Record<CoverageKind, CoverageWords>> = {
  npc: { many: 'NPCs', side: null, seenBy: 'target it' },
  npc_loot: { many: 'Loot of NPCs', side: 'loot of', seenBy: 'loot it' },
  vendor: { many: 'Goods of vendors', side: 'goods of', seenBy: 'open its goods' },
  trainer: { many: 'Lessons of trainers', side: 'lessons of', seenBy: 'open its lessons' },
  object: { many: 'Loot of objects', side: null, seenBy: 'open it' },
  item: { many: 'Items', side: null, seenBy: 'show its tooltip' },
  quest: { many: 'Quests', side: null, seenBy: 'read it' },
  recipe: { many: 'Recipes', side: null, seenBy: 'show it in the profession’s window' },
  zone: { many: 'Maps', side: null, seenBy: 'go there' },
};

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
