import type { Game } from '../../../schema/vocabulary.ts';
import { findClientFault } from '../../intake/client_rule.ts';
import type { InstanceDescription } from '../../ports/uploader.ts';
import { findPossibleGames, GAME_NAMES } from '../../values/game.ts';
import { joinWithAnd, joinWithOr } from '../../values/phrases.ts';
import type { FileSource, SavedFile } from '../read_file.ts';

type GameCollector = Pick<InstanceDescription, 'game'>;

/** A set that no instance gets, and a sentence that says why. */
export interface UnroutedSet {
  readonly source: FileSource;
  readonly reason: string;
}

/**
 * Chooses the instance that gets each set of a file (contract, section 10, Sets of a saved file): the one that collects
 * the game of the set. A set that names no known game counts as the game of the instance that gets it, so it is sent
 * only if there is one instance. An instance whose game is null may get every set. No instance gets sets of test clients.
 */
export function chooseRoutes<I extends GameCollector>(file: SavedFile, instances: readonly I[]) {
  const sourcesOf = new Map<I, FileSource[]>(instances.map((instance) => [instance, []]));
  const unrouted: UnroutedSet[] = [];
  for (const source of file.sources) {
    const client = readClient(source);
    const games = findPossibleGames(client);
    const fitting = instances.filter(({ game }) => game === null || (games ?? [game]).some((one) => one === game));
    const test = findClientFault(client, null);
    if (test === null && fitting.length === 1) sourcesOf.get(fitting[0]!)!.push(source);
    else unrouted.push({ source, reason: test?.reason ?? explainRoute(games, fitting, instances) });
  }
  const parcels = [...sourcesOf].map(([instance, sources]) => ({ instance, file: { ...file, sources } }));
  return { parcels, unrouted };
}

/** Returns the games that sets of these files name for certain. */
export function listGames(files: readonly SavedFile[]): readonly Game[] {
  const games = files.flatMap(({ sources }) => sources.map((source) => findPossibleGames(readClient(source)) ?? []));
  return [...new Set(games.filter(({ length }) => length === 1).flat())];
}

/** Reads what a set says about its client. Values of a wrong type are left out: they refuse the set when it is sent. */
function readClient({ head: { clientBuild, season, region } }: FileSource) {
  return {
    ...(typeof clientBuild === 'string' && { clientBuild }),
    ...(typeof season === 'number' && { season }),
    ...(typeof region === 'number' && { region }),
  };
}

function explainRoute(
  games: readonly Game[] | null,
  fitting: readonly GameCollector[],
  instances: readonly GameCollector[],
): string {
  const named = joinWithOr((games ?? []).map((game) => GAME_NAMES[game]));
  if (fitting.length > 1) {
    const what = games === null ? 'The set names no known game.' : `The set may be of ${named}.`;
    return `${what} Send it to one instance at a time.`;
  }
  const collect = instances.length === 1 ? 'the instance collects' : 'the instances collect';
  return `The set is of ${named}; ${collect} ${joinWithAnd(instances.map(nameGame))}.`;
}

/** Returns the name of the game that an instance collects. */
export function nameGame({ game }: GameCollector): string {
  return (GAME_NAMES as Readonly<Record<string, string>>)[game ?? ''] ?? (game || 'an unknown game');
}

/** Reads the document that an instance serves at `/schema/limits.json`, or any other value. */
export function readDescription(value: unknown): InstanceDescription {
  const { game, protocol } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const readWord = (word: unknown) => (typeof word === 'string' && /^[\w.+-]{1,64}$/.test(word) ? word : null);
  return { game: readWord(game), protocol: readWord(protocol) };
}
