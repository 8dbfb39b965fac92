import { capitalise } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import { type Entity, type PublishedSnapshot, quoteText, toLabel } from '../../reads/entities/snapshot_data.ts';
import { type Locale, readLocaleField } from '../../values/language.ts';
import { joinWithAnd } from '../../values/phrases.ts';
import { readPagedEntity } from '../shared/paged_entity.ts';

/** The subject of a change line, with its current name. */
interface NamedSubject {
  readonly kind: string;
  readonly id: number | null;
  readonly name: string | null;
  /** The language of the name if it differs from the instance's language. */
  readonly locale?: Locale | undefined;
  /** URL of the subject's page, or null if it has no page. */
  readonly url: string | null;
}

/** Text that players wrote, such as a realm's name. The renderer must set it apart from our own words. */
interface ForeignText {
  readonly text: string;
  /** The language of the text if it differs from the instance's language. */
  readonly locale?: Locale;
}

/** A part of a sentence: our own words, other people's texts, or an entity, which each renderer names in its own way. */
export type ChangeTextPart = string | ForeignText | Entity;

/**
 * The description of a change. It has either a headline, such as `New locations confirmed: Hogger, Elwynn Forest`, or a
 * field, such as `Durotar: map bounds and name changed`. Changes to several fields of one subject form one sentence.
 */
export type ChangeText = { readonly subject: readonly ChangeTextPart[] } & (
  | { readonly headline: string }
  | { readonly headline: null; readonly field: string; readonly outcome: string }
);

const CHANGE_WORDS: Readonly<Record<ChangeLine['change'], string>> = {
  'became-public': 'confirmed',
  withdrawn: 'withdrawn',
  changed: 'changed',
  'build-imported': 'imported',
};

/**
 * Words for field names. A key that includes a family applies only to that family. A field without an entry is shown by
 * its own name.
 */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  itemLevel: 'item level',
  giver: 'quest giver',
  turnIn: 'turn-in NPC',
  makesMin: 'minimum amount made',
  makesMax: 'maximum amount made',
  parentMapId: 'parent map',
  continentId: 'continent',
  bounds: 'map bounds',
  requiredLevel: 'required level',
  requiredSkill: 'required skill',
  spellId: 'spell',
  rates: 'drop rates',
  prices: 'price',
  costs: 'cost',
  limitedStock: 'stock',
  limited: 'limited stock',
  withReputation: 'price with reputation',
  otherName: 'other name',
  otherEntry: 'other name',
  itemId: 'product',
  'recipe_ranges.bounds': 'skill bounds',
  taughtByItemId: 'item that teaches it',
  yellow: 'yellow skill',
  green: 'green skill',
  grey: 'grey skill',
  seenFrom: 'lowest skill seen',
};

/** Words for relations, as seen from the entity where the relation starts. */
const RELATION_WORDS: Readonly<Record<string, string>> = {
  dropped_by: 'drop source',
  sold_by: 'vendor',
  reward_from: 'quest reward',
  located_in: 'zone',
};

/**
 * Renders a change, or changes to several fields of one subject, as plain text, such as
 * `"Axe" (item 25) at "Smith" (npc 6): price changed`.
 */
export function formatChange(text: ChangeText, fields = text.headline === null ? [text.field] : []): string {
  const parts =
    text.headline === null
      ? [...text.subject, `: ${joinWithAnd(fields)} ${text.outcome}`]
      : [`${text.headline}: `, ...text.subject];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'text' in part ? quoteText({ value: part.text, ...readLocaleField(part) }) : toLabel(part);
    })
    .join('');
}

/** Describes a change line. Subjects appear with their current names, never with internal keys. */
export async function describeChange(
  snapshot: PublishedSnapshot,
  { change, family, subject, field }: Pick<ChangeLine, 'change' | 'family' | 'subject' | 'field'>,
  { kind, id, name, locale, url }: NamedSubject,
): Promise<ChangeText> {
  const own = (ofKind: string): ChangeTextPart =>
    id === null ? { text: subject } : { kind: ofKind, id, name, ...readLocaleField({ locale }), url };
  const outcome = CHANGE_WORDS[change];
  const headed = (noun: string, ...about: readonly ChangeTextPart[]): ChangeText => ({
    headline: change === 'became-public' ? `New ${noun} ${outcome}` : `${capitalise(noun)} ${outcome}`,
    subject: about,
  });
  const fielded = (...about: readonly ChangeTextPart[]): ChangeText => ({
    headline: null,
    field: FIELD_WORDS[`${family}.${field}`] ?? FIELD_WORDS[field] ?? field,
    outcome,
    subject: about,
  });
  const parts = subject.split(':');
  switch (family) {
    case families.edges.name:
      return headed(RELATION_WORDS[field] ?? splitCamelCase(field), own(kind));
    case families.vendor_goods.name:
      return fielded(await readPagedEntity(snapshot, 'item', Number(parts[1])), ' at ', own('npc'));
    case families.trainer_services.name:
      return fielded(await readLessonParts(snapshot, subject, parts), ', taught by ', own('npc'));
    case families.pins.name:
    case families.object_pins.name:
      return headed('locations', own(kind), ', ', await readPagedEntity(snapshot, 'zone', Number(parts[0])));
    case families.collections.name:
      return headed('sources', own('item'), ', collection ', { text: subject.slice(0, subject.lastIndexOf(':')) });
    case families.realms.name: {
      const realm = await snapshot.fact(families.realms, subject);
      return headed('auction prices', 'realm ', { text: realm?.spelling ?? subject });
    }
    case families.vendor_prices.name:
      return fielded(own(kind), ' at vendors');
    case 'builds':
      return headed('game build', { text: subject });
    default:
      return field === 'entry'
        ? headed(splitCamelCase(kind), own(splitCamelCase(kind)))
        : fielded(own(splitCamelCase(kind)));
  }
}

function splitCamelCase(text: string): string {
  return text.replaceAll('_', ' ');
}

/**
 * Returns a lesson with its agreed name, or with the name of its recipe if the lesson has none. The subject is
 * `<npc>:spell:<id>` or `<npc>:name:<name>`.
 */
async function readLessonParts(
  snapshot: PublishedSnapshot,
  subject: string,
  [npc, by, id]: readonly string[],
): Promise<ChangeTextPart> {
  if (by === 'name') return { text: subject.slice(`${npc}:name:`.length) };
  const fact = await snapshot.fact(families.trainer_services, subject);
  const name = fact?.name;
  return name == null
    ? readPagedEntity(snapshot, 'recipe', Number(id))
    : { text: name.value, ...readLocaleField(name) };
}
