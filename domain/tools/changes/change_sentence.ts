import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import { pagedEntityOf } from '../shared/paged_entity.ts';
import { called, type Entity, quotedText, type SnapshotData } from '../shared/snapshot_data.ts';

/** What a line is about, named as it is called now. */
export interface NamedSubject {
  readonly kind: string;
  readonly id: number | null;
  readonly name: string | null;
  /** The language of the name, where it is not the instance's. */
  readonly locale?: Locale | undefined;
  /** Its page; null: none. */
  readonly url: string | null;
}

/** What somebody else wrote, such as a realm's name: whoever shows it keeps it apart from the words of the sentence. */
export interface ForeignText {
  readonly text: string;
  /** Its language, where it is not the instance's. */
  readonly locale?: Locale;
}

/** What a line says, in its order: our words, others' texts, and entities that whoever shows it names in its own way. */
export type ChangePart = string | ForeignText | Entity;
export type ChangeParts = readonly ChangePart[];

/** Each reads alike behind one subject and behind several: `name and edges of Westfall stopped being public`. */
const HAPPENED: Readonly<Record<ChangeLine['change'], string>> = {
  'became-public': 'became public',
  withdrawn: 'stopped being public',
  changed: 'changed',
  'build-imported': 'was imported',
};

/** Fields in words, where two families mean two things by family; one that is not listed is called as it stands. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ itemLevel: 'item level', giver: 'quest giver', turnIn: 'turn-in', makesMin: 'least amount made' },
  ...{ makesMax: 'greatest amount made', parentMapId: 'map above', continentId: 'continent', bounds: 'edges' },
  ...{ requiredLevel: 'required level', requiredSkill: 'required skill', spellId: 'spell', rates: 'drop rates' },
  ...{ prices: 'price', costs: 'cost', limitedStock: 'stock', entry: 'entry', itemId: 'product' },
  'recipe_ranges.bounds': 'bounds of the skills',
  ...{ taughtByItemId: 'item that teaches', yellow: 'yellow skill', green: 'green skill', grey: 'grey skill' },
};

/** Relations in words, before the name of what they start from. */
const RELATIONS: Readonly<Record<string, string>> = {
  dropped_by: 'a source that drops ',
  sold_by: 'a vendor that sells ',
  reward_from: 'a quest that rewards ',
  located_in: 'a zone of ',
};

/** What a line says as a text, such as `price of "Axe" (item 25) at "Smith" (npc 6) changed`. */
export function changeSentence(parts: ChangeParts): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'text' in part ? quotedText({ value: part.text, ...localeOf(part) }) : called(part);
    })
    .join('');
}

/** What a line of the change log says: every subject by its name now, none as it is kept inside. */
export async function changeParts(
  data: SnapshotData,
  line: Pick<ChangeLine, 'change' | 'family' | 'subject' | 'field'>,
  about: NamedSubject,
): Promise<ChangeParts> {
  const what = await whatOf(data, line, about);
  return [...what, ` ${HAPPENED[line.change]}`];
}

async function whatOf(
  data: SnapshotData,
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
      const good = await pagedEntityOf(data, 'item', Number(parts[1]));
      return [`${part} of `, good, ' at ', ...own('npc')];
    }
    case families.trainer_services.name: {
      const lesson = await lessonOf(data, subject, parts);
      return [`${part} of `, 'the lesson ', lesson, ' of ', ...own('npc')];
    }
    case families.pins.name: {
      const map = await pagedEntityOf(data, 'zone', Number(parts[0]));
      return ['places of ', ...own('npc'), ' on ', map];
    }
    case families.collections.name: {
      const collection = subject.slice(0, subject.lastIndexOf(':'));
      return ['sources of ', ...own('item'), ' in the collection ', { text: collection }];
    }
    case families.realms.name: {
      const realm = await data.reader.fact(data.view, families.realms, subject);
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

/** A lesson by its agreed name, else by that of its recipe; its subject is `<npc>:spell:<id>` or `<npc>:name:<name>`. */
async function lessonOf(data: SnapshotData, subject: string, [npc, by, id]: readonly string[]): Promise<ChangePart> {
  if (by === 'name') return { text: subject.slice(`${npc}:name:`.length) };
  const fact = await data.reader.fact(data.view, families.trainer_services, subject);
  const name = fact?.name;
  return name == null ? pagedEntityOf(data, 'recipe', Number(id)) : { text: name.value, ...localeOf(name) };
}
