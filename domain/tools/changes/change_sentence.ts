import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import { called, type Entity, type PublishedSnapshot, quotedText } from '../../reads/entities/snapshot_data.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import { pagedEntityOf } from '../shared/paged_entity.ts';

/** The subject of a change line, with its current name. */
export interface NamedSubject {
  readonly kind: string;
  readonly id: number | null;
  readonly name: string | null;
  /** The language of the name if it differs from the instance's language. */
  readonly locale?: Locale | undefined;
  /** URL of the subject's page, or null if it has no page. */
  readonly url: string | null;
}

/** Text that players wrote, such as a realm's name. The renderer must set it apart from our own words. */
export interface ForeignText {
  readonly text: string;
  /** The language of the text if it differs from the instance's language. */
  readonly locale?: Locale;
}

/**
 * Parts of a change sentence, in order: our own words, other people's texts, and entities. Each renderer decides how to
 * name entities.
 */
export type ChangePart = string | ForeignText | Entity;
export type ChangeParts = readonly ChangePart[];

/** Verb phrases that fit both one subject and several, as in `name and edges of Westfall stopped being public`. */
const HAPPENED: Readonly<Record<ChangeLine['change'], string>> = {
  'became-public': 'became public',
  withdrawn: 'stopped being public',
  changed: 'changed',
  'build-imported': 'was imported',
};

/**
 * Field names in words. A key that includes a family applies only to that family. A field that is not listed is shown
 * by its own name.
 */
const FIELDS: Readonly<Record<string, string>> = {
  itemLevel: 'item level',
  giver: 'quest giver',
  turnIn: 'turn-in',
  makesMin: 'least amount made',
  makesMax: 'greatest amount made',
  parentMapId: 'map above',
  continentId: 'continent',
  bounds: 'edges',
  requiredLevel: 'required level',
  requiredSkill: 'required skill',
  spellId: 'spell',
  rates: 'drop rates',
  prices: 'price',
  costs: 'cost',
  limitedStock: 'stock',
  entry: 'entry',
  itemId: 'product',
  'recipe_ranges.bounds': 'bounds of the skills',
  taughtByItemId: 'item that teaches',
  yellow: 'yellow skill',
  green: 'green skill',
  grey: 'grey skill',
};

/** Relations in words. The name of the entity where the relation starts follows. */
const RELATIONS: Readonly<Record<string, string>> = {
  dropped_by: 'a source that drops ',
  sold_by: 'a vendor that sells ',
  reward_from: 'a quest that rewards ',
  located_in: 'a zone of ',
};

/** Renders a change as text, such as `price of "Axe" (item 25) at "Smith" (npc 6) changed`. */
export function changeSentence(parts: ChangeParts): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'text' in part ? quotedText({ value: part.text, ...localeOf(part) }) : called(part);
    })
    .join('');
}

/** Builds the sentence of a change line. Subjects appear with their current names, never with internal keys. */
export async function changeParts(
  snapshot: PublishedSnapshot,
  line: Pick<ChangeLine, 'change' | 'family' | 'subject' | 'field'>,
  about: NamedSubject,
): Promise<ChangeParts> {
  const what = await whatOf(snapshot, line, about);
  return [...what, ` ${HAPPENED[line.change]}`];
}

async function whatOf(
  snapshot: PublishedSnapshot,
  { family, subject, field }: Pick<ChangeLine, 'family' | 'subject' | 'field'>,
  { kind, id, name, locale, url }: NamedSubject,
): Promise<ChangeParts> {
  const own = (of: string): ChangeParts =>
    id === null ? [`${words(kind)} `, { text: subject }] : [{ kind: of, id, name, ...localeOf({ locale }), url }];
  const part = FIELDS[`${family}.${field}`] ?? FIELDS[field] ?? field;
  const parts = subject.split(':');
  switch (family) {
    case families.edges.name:
      return [RELATIONS[field] ?? `${words(field)} of `, ...own(kind)];
    case families.vendor_goods.name: {
      const good = await pagedEntityOf(snapshot, 'item', Number(parts[1]));
      return [`${part} of `, good, ' at ', ...own('npc')];
    }
    case families.trainer_services.name: {
      const lesson = await lessonOf(snapshot, subject, parts);
      return [`${part} of `, 'the lesson ', lesson, ' of ', ...own('npc')];
    }
    case families.pins.name: {
      const map = await pagedEntityOf(snapshot, 'zone', Number(parts[0]));
      return ['places of ', ...own('npc'), ' on ', map];
    }
    case families.collections.name: {
      const collection = subject.slice(0, subject.lastIndexOf(':'));
      return ['sources of ', ...own('item'), ' in the collection ', { text: collection }];
    }
    case families.realms.name: {
      const realm = await snapshot.fact(families.realms, subject);
      return ['auctions of the realm ', { text: realm?.spelling ?? subject }];
    }
    case families.vendor_prices.name:
      return ['price of ', ...own(kind), ' at vendors'];
    case 'builds':
      return ['build ', { text: subject }, ' of the game'];
    default:
      return field === 'entry' ? own(words(kind)) : [`${part} of `, ...own(words(kind))];
  }
}

function words(text: string): string {
  return text.replaceAll('_', ' ');
}

/**
 * Returns a lesson with its agreed name, or with the name of its recipe if the lesson has none. The subject is
 * `<npc>:spell:<id>` or `<npc>:name:<name>`.
 */
async function lessonOf(
  snapshot: PublishedSnapshot,
  subject: string,
  [npc, by, id]: readonly string[],
): Promise<ChangePart> {
  if (by === 'name') return { text: subject.slice(`${npc}:name:`.length) };
  const fact = await snapshot.fact(families.trainer_services, subject);
  const name = fact?.name;
  return name == null ? pagedEntityOf(snapshot, 'recipe', Number(id)) : { text: name.value, ...localeOf(name) };
}
