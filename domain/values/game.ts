import type { Game } from '../../schema/vocabulary.ts';

/**
 * An instance collects one game, because games share the ids of items and creatures, but not drop rates and prices
 * (contract, section 10, One instance, one game).
 */
export const GAME_NAMES: Readonly<Record<Game, string>> = {
  forever: 'Forever',
  era: 'Classic Era',
  sod: 'Season of Discovery',
  tbc: 'Burning Crusade Classic',
  wrath: 'Wrath of the Lich King Classic',
  cataclysm: 'Cataclysm Classic',
  mists: 'Mists of Pandaria Classic',
};

/** The fields of an upload that tell its game: the build of the client and the season of the realm. */
interface GameClient {
  readonly clientBuild?: string | undefined;
  readonly season?: number | undefined;
}

/** The first parts of a build, such as 1.15.8.67156. The last part may be missing. */
const BUILD_VERSION = /^(\d+)\.(\d+)\.\d/;

/** Games by the first two parts of their builds. Builds of Forever and of the games on Era's client have a range. */
const BY_VERSION: Readonly<Record<string, Game>> = { '2.5': 'tbc', '3.4': 'wrath', '4.4': 'cataclysm', '5.5': 'mists' };

const DISCOVERY_SEASON = 2;

/**
 * Returns the games that an upload may be of: one, or two if the build is of Era's client and the season is unknown.
 * Returns null if the build names no game. Such an upload counts as one of the instance's game.
 */
export function findPossibleGames({ clientBuild = '', season }: GameClient): readonly Game[] | null {
  const [, first, second] = BUILD_VERSION.exec(clientBuild) ?? [];
  if (first === undefined) return null;
  const [major, minor] = [Number(first), Number(second)];
  if (major === 1 && minor >= 60 && minor <= 69) return ['forever'];
  if (major === 1 && minor >= 13 && minor <= 15) {
    if (season === undefined) return ['era', 'sod'];
    return [season === DISCOVERY_SEASON ? 'sod' : 'era'];
  }
  const game = BY_VERSION[`${major}.${minor}`];
  return game === undefined ? null : [game];
}

/** Whether an upload counts at an instance of this game. Null means that the game is not settled: all count. */
export function belongsToGame(client: GameClient, game: Game | null): boolean {
  return game === null || (findPossibleGames(client)?.includes(game) ?? true);
}
