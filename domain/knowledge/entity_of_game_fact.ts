import { LENGTHS } from '../../schema/limits.ts';
import type { GameFact, GameFamily } from '../ports/builds.ts';
import type { NamedThing } from '../ports/knowledge.ts';

/** The kind of entity that each game-file family names. Item rows have no names (contract, section 4). */
const KINDS: ReadonlyMap<GameFamily, string> = new Map([
  ['spell', 'spell'],
  ['skill', 'skill'],
  ['zone', 'zone'],
  ['player_class', 'player_class'],
  ['set', 'item_set'],
]);

/** Returns the entity that a game-file fact names, or null if it names none. The name is unconfirmed. */
export function entityOfGameFact({ family, subject, body }: GameFact): NamedThing | null {
  const kind = KINDS.get(family);
  if (kind === undefined) return null;
  const said: unknown = JSON.parse(body);
  const name = (typeof said === 'string' ? said : nameOfSet(said)).trim();
  // A longer text is not a name.
  if (name === '' || name.length > LENGTHS.knownName.max) return null;
  return { id: `${kind}:${subject}`, kind, extId: subject, name, text: '' };
}

/** Returns the name in a set's stored row (domain/ports/build.ts, GameSet), or an empty string. */
function nameOfSet(said: unknown): string {
  const name = (said as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : '';
}
