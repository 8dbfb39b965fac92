import type { Game } from '../../schema/vocabulary.ts';
import { belongsToGame, findPossibleGames, GAME_NAMES } from '../values/game.ts';
import { joinWithOr } from '../values/phrases.ts';
import type { Envelope, Fault } from './parsers.ts';

type ClientDetails = Pick<Envelope, 'clientBuild' | 'season' | 'region'>;

/** Regions of public test realms and of the beta. */
const TEST_REGIONS: readonly number[] = [72, 90];

/** The first build of Forever that players got. Earlier ones are of its beta. */
const FOREVER_BUILD_MIN = 70_532;

/** The days on which games were released. Tests before that day had other drops, prices and levels. */
const RELEASE_DAYS: Readonly<Partial<Record<Game, string>>> = {
  forever: '2026-11-04',
  era: '2019-08-26',
  sod: '2023-11-30',
};

/**
 * Refuses an upload of a test client, or of another game than the instance's, which is null if it is not settled
 * (contract, section 10, One instance, one game). Uploads without season and region, as senders before contract 1.5.0
 * send them, are never refused: the builder leaves uploads of other games uncounted.
 */
export function findClientFault(client: ClientDetails, game: Game | null): Fault | null {
  if (!identifiesRealm(client)) return null;
  const test = describeTestClient(client);
  if (test !== null) {
    return {
      code: 'test-client',
      pointer: '',
      reason: `The records must be of the released game; they are of ${test}, whose drops and prices differ. Upload records of the released game only.`,
    };
  }
  if (belongsToGame(client, game)) return null;
  const own = joinWithOr(findPossibleGames(client)!.map((one) => GAME_NAMES[one]));
  return {
    code: 'other-game',
    pointer: '',
    reason: `The records must be of ${GAME_NAMES[game!]}, the game of this instance; by clientBuild and season they are of ${own}. Upload them to an instance for ${own}.`,
  };
}

/** Creates a check that rejects records from before the release of the client's game. */
export function createReleaseCheck(client: ClientDetails): (capturedAt: string, capturedAtMs: number) => Fault | null {
  const games = identifiesRealm(client) ? (findPossibleGames(client) ?? []) : [];
  const [day] = games.flatMap((game) => RELEASE_DAYS[game] ?? []).sort();
  if (day === undefined) return () => null;
  const reason = `capturedAt must be ${day} or later, when the game that clientBuild names was released`;
  return (capturedAt, capturedAtMs) =>
    capturedAtMs >= Date.parse(day)
      ? null
      : { code: 'before-release', pointer: '/capturedAt', reason: `${reason}; got "${capturedAt}".` };
}

function identifiesRealm({ season, region }: ClientDetails): boolean {
  return season !== undefined || region !== undefined;
}

/** Describes a test client, or returns null if the client is of a released game. */
function describeTestClient({ clientBuild = '', region = 0 }: ClientDetails): string | null {
  if (TEST_REGIONS.includes(region)) return `a test realm (region ${region})`;
  const build = /^1\.6\d\.\d+\.(\d+)/.exec(clientBuild)?.[1];
  return build !== undefined && Number(build) < FOREVER_BUILD_MIN ? `the beta of Forever (build ${build})` : null;
}
