import type { FactBody } from '../ports/facts.ts';
import type { KnownThing } from '../ports/knowledge.ts';
import { valueIn, valuesIn } from '../rollups/agreed.ts';

/** What one family of facts makes known: a name, and what is said of it beside. */
interface Naming {
  readonly kind: string;
  readonly name: (body: FactBody) => string | null;
  readonly text: (body: FactBody) => string;
}

const entryOf = (body: FactBody): Readonly<Record<string, unknown>> =>
  valueIn<Readonly<Record<string, unknown>>>(body, 'entry') ?? {};

const textIn = (entry: Readonly<Record<string, unknown>>, member: string): string | null => {
  const value = entry[member];
  return typeof value === 'string' && value !== '' ? value : null;
};

const nameOfEntry = (body: FactBody): string | null => textIn(entryOf(body), 'name');

/** What is there, as a sentence. */
const sentence = (...parts: readonly (string | null)[]): string =>
  `${parts.filter((part) => part !== null).join(', ')}.`;

const some = <T>(value: T | null, tell: (value: T) => string): string | null => (value === null ? null : tell(value));

const levelsOf = (body: FactBody): string | null => {
  const levels = valuesIn<number>(body, 'levels');
  if (levels.length === 0) return null;
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return low === high ? `level ${low}` : `level ${low} to ${high}`;
};

/** Every family whose facts hold an agreed name (contract, section 3, Agreed values). */
const FAMILIES: ReadonlyMap<string, Naming> = new Map([
  [
    'items',
    {
      kind: 'item',
      name: (body) => valueIn<string>(body, 'name'),
      text: (body) =>
        sentence(
          'Item',
          some(valueIn<string>(body, 'quality'), (quality) => `${quality} quality`),
          some(valueIn<number>(body, 'itemLevel'), (level) => `item level ${level}`),
        ),
    },
  ],
  [
    'npcs',
    {
      kind: 'npc',
      name: (body) => valueIn<string>(body, 'name'),
      text: (body) => {
        const reactions = valuesIn<string>(body, 'reactions');
        return sentence('NPC', levelsOf(body), reactions.length === 0 ? null : reactions.join(' or '));
      },
    },
  ],
  [
    'quests',
    {
      kind: 'quest',
      name: (body) => valueIn<string>(body, 'title'),
      text: (body) =>
        sentence(
          'Quest',
          some(valueIn<number>(body, 'level'), (level) => `level ${level}`),
        ),
    },
  ],
  [
    'recipes',
    {
      kind: 'recipe',
      name: (body) => valueIn<string>(body, 'name'),
      text: (body) => sentence('Recipe', valueIn<string>(body, 'profession')),
    },
  ],
  ['maps', { kind: 'zone', name: (body) => valueIn<string>(body, 'name'), text: () => 'Zone map.' }],
  [
    'achievements',
    {
      kind: 'achievement',
      name: nameOfEntry,
      text: (body) =>
        sentence('Achievement', textIn(entryOf(body), 'parentCategory'), textIn(entryOf(body), 'category')),
    },
  ],
  ['titles', { kind: 'title', name: nameOfEntry, text: () => 'Title that a character can bear.' }],
  [
    'reputations',
    { kind: 'faction', name: nameOfEntry, text: (body) => sentence('Faction', textIn(entryOf(body), 'header')) },
  ],
  ['quest_chains', { kind: 'quest_chain', name: nameOfEntry, text: () => 'Chain of quests.' }],
] satisfies readonly (readonly [string, Naming])[]);

/** What a public fact makes known; null where it holds no agreed name, or is of a family that names nothing. */
export const entityOfFact = (family: string, subject: string, body: FactBody | null): KnownThing | null => {
  const naming = FAMILIES.get(family);
  if (naming === undefined || body === null) return null;
  const name = naming.name(body);
  if (name === null) return null;
  return { id: `${naming.kind}:${subject}`, kind: naming.kind, extId: subject, name, text: naming.text(body) };
};
