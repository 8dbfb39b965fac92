import { LENGTHS } from '../../schema/limits.ts';
import type { GameFact, GameFamily } from '../ports/builds.ts';
import type { NamedThing } from '../ports/knowledge.ts';

/** Families of the game's files that name something, and what it is. Items come without names (contract, section 4). */
const KINDS: ReadonlyMap<GameFamily, string> = new Map([
  ['spell', 'spell'],
  ['skill', 'skill'],
  ['zone', 'zone'],
  ['player_class', 'player_class'],
  ['set', 'item_set'],
]);

/** What a fact of the game's files makes known; null where it names nothing. The name is unconfirmed. */
export function entityOfGameFact({ family, subject, body }: GameFact): NamedThing | null {
  const kind = KINDS.get(family);
  if (kind === undefined) return null;
  const said: unknown = JSON.parse(body);
  const name = (typeof said === 'string' ? said : nameOfSet(said)).trim();
  // Longer names are none.
  if (name === '' || name.length > LENGTHS.knownName.max) return null;
  return { id: `${kind}:${subject}`, kind, extId: subject, name, text: '' };
}

/** A set is kept whole (domain/ports/build.ts, GameSet). */
function nameOfSet(said: unknown): string {
  const name = (said as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : '';
}
