import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createReleaseCheck,
  findClientFault as faultOf,
  type findClientFault,
} from '../../../domain/intake/client_rule.ts';
import { belongsToGame, findPossibleGames } from '../../../domain/values/game.ts';
import { GAMES, type Game } from '../../../schema/vocabulary.ts';

const BUILDS: readonly (readonly [clientBuild: string, season: number | undefined, games: readonly Game[] | null])[] = [
  ['1.60.1.70790', undefined, ['forever']],
  ['1.60.1.70790', 2, ['forever']],
  ['1.69.0', undefined, ['forever']],
  ['1.59.0.1', undefined, null],
  ['1.70.0.1', undefined, null],
  ['1.13.0', undefined, ['era', 'sod']],
  ['1.15.8.67156', undefined, ['era', 'sod']],
  ['1.15.8.67156', 0, ['era']],
  ['1.15.8.67156', 1, ['era']],
  ['1.15.8.67156', 2, ['sod']],
  ['1.15.8.67156', 3, ['era']],
  ['1.15.8.67156', 12, ['era']],
  ['1.15.8 (Release) 67156', undefined, ['era', 'sod']],
  ['1.12.1.5875', undefined, null],
  ['1.16.0', undefined, null],
  ['2.5.6.70000', undefined, ['tbc']],
  ['3.4.5.61815', undefined, ['wrath']],
  ['4.4.2.60895', undefined, ['cataclysm']],
  ['5.5.4.67000', undefined, ['mists']],
  ['12.1.0.70000', undefined, null],
  ['21.5.0', undefined, null],
  ['1.15', undefined, null],
  ['v1.15.8', undefined, null],
  ['', undefined, null],
  ['demo', 2, null],
];

test('the build and the season tell the game', () => {
  for (const [clientBuild, season, games] of BUILDS) {
    assert.deepEqual(findPossibleGames({ clientBuild, season }), games, `${clientBuild}, season ${season}`);
  }
  assert.equal(findPossibleGames({ season: 2 }), null, 'a season without a build tells nothing');
});

test('a client counts at its own game, without a build at each, and everywhere until a game is settled', () => {
  const era = { clientBuild: '1.15.8.67156', season: 0 };
  assert.deepEqual(
    GAMES.filter((game) => belongsToGame(era, game)),
    ['era'],
  );
  assert.deepEqual(
    GAMES.filter((game) => belongsToGame({ clientBuild: '1.15.8.67156' }, game)),
    ['era', 'sod'],
  );
  assert.deepEqual(
    GAMES.filter((game) => belongsToGame({}, game)),
    [...GAMES],
  );
  assert.ok(belongsToGame(era, null));
});

type Client = Parameters<typeof findClientFault>[0];

const FAULTS: readonly (readonly [client: Client, game: Game | null, code: string | null])[] = [
  [{ clientBuild: '1.60.1.70790', region: 3 }, 'era', 'other-game'],
  [{ clientBuild: '1.60.1.70790', season: 0 }, 'era', 'other-game'],
  [{ clientBuild: '1.15.8.67156', season: 2 }, 'era', 'other-game'],
  [{ clientBuild: '1.15.8.67156', season: 0 }, 'sod', 'other-game'],
  [{ clientBuild: '1.15.8.67156', region: 1 }, 'sod', null],
  [{ clientBuild: '1.15.8.67156', season: 3 }, 'era', null],
  [{ clientBuild: '1.60.1.70790' }, 'era', null],
  [{ clientBuild: '1.60.1.70790', region: 3 }, null, null],
  [{ region: 3 }, 'era', null],
  [{ clientBuild: '12.1.0.70000', region: 3 }, 'era', null],
  [{ clientBuild: '1.60.1.70790', region: 90 }, 'forever', 'test-client'],
  [{ clientBuild: '1.60.1.70790', region: 90 }, null, 'test-client'],
  [{ clientBuild: '1.15.8.67156', region: 72 }, 'forever', 'test-client'],
  [{ clientBuild: '1.60.1.70531', region: 3 }, 'forever', 'test-client'],
  [{ clientBuild: '1.60.1.70531', season: 0 }, null, 'test-client'],
  [{ clientBuild: '1.60.1.70532', region: 3 }, 'forever', null],
  [{ clientBuild: '1.60.1', region: 3 }, 'forever', null],
  [{ clientBuild: '1.60.1.69876' }, 'forever', null],
  [{ region: 72 }, 'era', 'test-client'],
];

test('only uploads with a season or region are refused, for another game and for test clients', () => {
  for (const [client, game, code] of FAULTS) {
    const fault = faultOf(client, game);
    assert.equal(fault?.code ?? null, code, JSON.stringify([client, game]));
    if (fault !== null) assert.match(fault.reason, /^The records must be of .+; .+\. Upload .+\.$/);
  }
  assert.equal(
    faultOf({ clientBuild: '1.60.1.70790', region: 3 }, 'era')!.reason,
    'The records must be of Classic Era, the game of this instance; by clientBuild and season they are of Forever. Upload them to an instance for Forever.',
  );
});

test('the release of a game is the earliest day of its records', () => {
  const days = (client: Client) => /\d{4}-\d\d-\d\d/.exec(createReleaseCheck(client)('', 0)?.reason ?? '')?.[0] ?? null;
  assert.equal(days({ clientBuild: '1.60.1.70790', region: 3 }), '2026-11-04');
  assert.equal(days({ clientBuild: '1.15.8.1', season: 0 }), '2019-08-26');
  assert.equal(days({ clientBuild: '1.15.8.1', season: 2 }), '2023-11-30');
  assert.equal(days({ clientBuild: '1.15.8.1', region: 1 }), '2019-08-26', 'it may be of Era');
  assert.equal(days({ clientBuild: '2.5.6.1', region: 1 }), null);
  assert.equal(days({ clientBuild: '1.60.1.70790' }), null, 'as earlier senders send it');
  assert.equal(days({ region: 1 }), null);
  const fault = createReleaseCheck({ clientBuild: '1.60.1.70790', region: 3 });
  assert.equal(fault('', Date.parse('2026-11-03T23:59:59.999Z'))?.code, 'before-release');
  assert.equal(fault('', Date.parse('2026-11-04T00:00:00Z')), null);
});
