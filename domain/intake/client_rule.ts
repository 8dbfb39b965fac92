import type { Game } from '../../schema/vocabulary.ts';
import { buildNumber, gameNames, gamesOf } from '../values/game.ts';
import type { Envelope, Fault } from './parsers.ts';

type Client = Pick<Envelope, 'clientBuild' | 'season' | 'region'>;

/** Regions of public test realms and of the beta. */
const TEST_REGIONS: readonly number[] = [72, 90];

/** The first build of Forever that players got. Earlier ones are of its beta. */
const FOREVER_FROM = 70_532;

/** The days on which games were released. Tests before that day had other drops, prices and levels. */
const RELEASES: Readonly<Partial<Record<Game, string>>> = {
  forever: '2026-11-04',
  era: '2019-08-26',
  sod: '2023-11-30',
};

/**
 * Refuses an upload of a test client, or of another game than the instance's, which is null if it is not settled
 * (contract, section 10, One instance, one game). Uploads without season and region, as senders before contract 1.5.0
 * send them, are never refused: the builder leaves uploads of other games uncounted.
 */
export function clientFault(client: Client, game: Game | null): Fault | null {
  if (!namesRealm(client)) return null;
  const games = gamesOf(client);
  const test = describeTest(client, games);
  if (test !== null) {
    return {
      code: 'test-client',
      pointer: '',
      reason: `The records must be of the released game; they are of ${test}, whose drops and prices differ. Upload records of the released game only.`,
    };
  }
  if (game === null || games === null || games.includes(game)) return null;
  const own = gameNames(games);
  return {
    code: 'other-game',
    pointer: '',
    reason: `The records must be of ${gameNames([game])}, the game of this instance; by clientBuild and season they are of ${own}. Upload them to an instance for ${own}.`,
  };
}

/** Returns the day before which no record of this client can be of the released game, or null if there is none. */
export function releaseDay(client: Client): string | null {
  if (!namesRealm(client)) return null;
  const days = (gamesOf(client) ?? []).flatMap((game) => RELEASES[game] ?? []);
  return days.sort()[0] ?? null;
}

/** Rejects a record from before the release of the game. */
export function releaseFault(day: string, capturedAt: string, capturedAtMs: number): Fault | null {
  if (capturedAtMs >= Date.parse(`${day}T00:00:00Z`)) return null;
  return {
    code: 'before-release',
    pointer: '/capturedAt',
    reason: `capturedAt must be ${day} or later, when the game that clientBuild names was released; got "${capturedAt}". Records of its tests do not count.`,
  };
}

function namesRealm({ season, region }: Client): boolean {
  return season !== undefined || region !== undefined;
}

/** Describes a test client, or returns null if the client is of a released game. */
function describeTest({ clientBuild = '', region = 0 }: Client, games: readonly Game[] | null): string | null {
  if (TEST_REGIONS.includes(region)) return `a test realm (region ${region})`;
  const build = games?.[0] === 'forever' ? buildNumber(clientBuild) : null;
  return build !== null && build < FOREVER_FROM ? `the beta of Forever (build ${build})` : null;
}
