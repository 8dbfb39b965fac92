import { LENGTHS } from '../../schema/limits.ts';
import type { Quality } from '../../schema/vocabulary.ts';
import { type AgreedValue, unwrapAgreedValue } from '../families/counting/agreed.ts';
import type { NameFormat } from '../families/counting/family.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { GameFact, GameFamily } from '../ports/builds.ts';
import type { KnownEntity } from '../ports/knowledge.ts';
import type { ImportanceEvidence } from './importance.ts';

/**
 * The labels of all families whose facts contain an agreed name (contract, section 3, Agreed values), keyed by family.
 */
const NAME_FORMATS: ReadonlyMap<string, NameFormat<object>> = new Map(
  CLAIM_FAMILIES.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label] as const])),
);

const FAMILY_BY_KIND: ReadonlyMap<string, string> = new Map([...NAME_FORMATS].map(([name, { kind }]) => [kind, name]));

/** Returns the id of the entity that facts of this family name, or null if the family names none. */
export function findEntityId(family: string, subject: string): string | null {
  const label = NAME_FORMATS.get(family);
  return label === undefined ? null : `${label.kind}:${subject}`;
}

/** Returns the family whose facts name entities of this kind, or null if no family does. */
export function findNamingFamily(kind: string): string | null {
  return FAMILY_BY_KIND.get(kind) ?? null;
}

/** An entity with an agreed name, and the part of its evidence that its own fact contains. */
export interface ObservedEntity extends KnownEntity, Pick<ImportanceEvidence, 'quality' | 'witnesses'> {}

/** Members of a fact that have the name in the instance's language, if another is shown. */
interface FactOtherNames {
  readonly otherName?: AgreedValue<string>;
  readonly otherEntry?: AgreedValue<{ readonly name?: string }>;
}

/** Returns the entity that a public fact describes, or null if the fact contains no agreed name. */
export function findEntityOfFact(family: string, subject: string, body: object | null): ObservedEntity | null {
  const label = NAME_FORMATS.get(family);
  if (label === undefined || body === null) return null;
  const name = label.name(body);
  if (name === undefined) return null;
  const { otherName, otherEntry } = body as FactOtherNames;
  const other = otherName?.value ?? otherEntry?.value.name;
  const inOther = name.locale === undefined ? '' : `Its name is in ${name.locale}.`;
  const text = [label.text(body), inOther, other === undefined ? '' : `Also called ${other}.`].join(' ').trim();
  return {
    id: `${label.kind}:${subject}`,
    kind: label.kind,
    extId: subject,
    name: name.value,
    text,
    witnesses: name.installs,
    quality: unwrapAgreedValue((body as { readonly quality?: AgreedValue<Quality> }).quality),
  };
}

/** The kind of entity that each game-file family names. Item rows have no names (contract, section 4). */
const GAME_FACT_KINDS: ReadonlyMap<GameFamily, string> = new Map([
  ['spell', 'spell'],
  ['skill', 'skill'],
  ['zone', 'zone'],
  ['player_class', 'player_class'],
  ['set', 'item_set'],
]);

/** Returns the entity that a game-file fact names, or null if it names none. The name is unconfirmed. */
export function findEntityOfGameFact({ family, subject, body }: GameFact): KnownEntity | null {
  const kind = GAME_FACT_KINDS.get(family);
  if (kind === undefined) return null;
  // A set's row has more than a name (domain/ports/build.ts, GameSet).
  const said = JSON.parse(body) as string | { readonly name?: unknown } | null;
  const text = typeof said === 'string' ? said : said?.name;
  const name = typeof text === 'string' ? text.trim() : '';
  // A longer string is not a name.
  if (name === '' || name.length > LENGTHS.knownName.max) return null;
  return { id: `${kind}:${subject}`, kind, extId: subject, name, text: '' };
}
