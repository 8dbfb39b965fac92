import { LENGTHS } from '../../schema/limits.ts';
import type { GameFact, GameFamily } from '../ports/builds.ts';
import type { NamedThing } from '../ports/knowledge.ts';

/** The kind of entity that each family of the game's files names. Item rows have no names (contract, section 4). */
const KINDS: ReadonlyMap<GameFamily, string> = new Map([
  ['spell', 'spell'],
  ['skill', 'skill'],
  ['zone', 'zone'],
  ['player_class', 'player_class'],
  ['set', 'item_set'],
]);

/** Returns the entity that a fact of the game's files names, or null if it names none. The name is unconfirmed. */
export function entityOfGameFact({ family, subject, body }: GameFact): NamedThing | null {
  const kind = KINDS.get(family);
  if (kind === undefined) return null;
  const said: unknown = JSON.parse(body);
  const name = (typeof said === 'string' ? said : nameOfSet(said)).trim();
  // A longer text is not a name.
  if (name === '' || name.length > LENGTHS.knownName.max) return null;
  return { id: `${kind}:${subject}`, kind, extId: subject, name, text: '' };
}

/** Returns the name in the stored row of a set (domain/ports/build.ts, GameSet), or an empty string. */
function nameOfSet(said: unknown): string {
  const name = (said as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : '';
}
