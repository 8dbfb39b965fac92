import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOtherGames, determineGame } from '../../../domain/operator/settle_game.ts';
import type { UploadClient } from '../../../domain/ports/uploads.ts';
import { storeTest } from '../../adapters/libsql/uploads/uploads_stores.ts';
import { createMemoryUploads } from '../../doubles/uploads.ts';
import { admitted, upload } from '../../support/sample_records.ts';

const ERA = '1.15.8.67156';
const FOREVER = '1.60.1.70790';

/** Uploads one record of each install, in this order. Installs are numbered from 1 unless `from` says otherwise. */
async function send(
  writer: ReturnType<typeof createMemoryUploads>['writer'],
  clients: readonly (readonly [client: UploadClient, installs: number, from?: number])[],
): Promise<void> {
  for (const [client, installs, from = 1] of clients) {
    for (let n = from; n < from + installs; n++) {
      const body = `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","client":${JSON.stringify(client)}}`;
      await writer.take(upload([admitted({ installId: `install-${n}`, eventId: null, body })], client));
    }
  }
}

const CASES: readonly (readonly [
  what: string,
  clients: Parameters<typeof send>[1],
  imported: string | null,
  game: string | null,
])[] = [
  ['nothing', [], null, null],
  ['two installs', [[{ clientBuild: FOREVER }, 2]], null, null],
  ['three installs', [[{ clientBuild: FOREVER }, 3]], null, 'forever'],
  [
    'three uploads of one install',
    [
      [{ clientBuild: FOREVER }, 1],
      [{ clientBuild: '1.60.2.1' }, 1],
    ],
    null,
    null,
  ],
  [
    'most installs',
    [
      [{ clientBuild: FOREVER }, 3],
      [{ clientBuild: ERA }, 4, 9],
    ],
    null,
    'era',
  ],
  [
    'as many installs: the first',
    [
      [{ clientBuild: FOREVER }, 4],
      [{ clientBuild: ERA }, 4, 9],
    ],
    null,
    'forever',
  ],
  [
    'as many installs: the first, once more',
    [
      [{ clientBuild: ERA }, 4],
      [{ clientBuild: FOREVER }, 4, 9],
    ],
    null,
    'era',
  ],
  [
    'several builds of one game',
    [
      [{ clientBuild: ERA }, 2],
      [{ clientBuild: '1.15.7.1', season: 0 }, 1, 9],
    ],
    null,
    'era',
  ],
  ['no build', [[{}, 9]], null, null],
  [
    'the season of most',
    [
      [{ clientBuild: ERA }, 5],
      [{ clientBuild: ERA, season: 2 }, 1, 9],
    ],
    null,
    'sod',
  ],
  [
    'the season of as many',
    [
      [{ clientBuild: ERA, season: 2 }, 1],
      [{ clientBuild: ERA, season: 0 }, 1, 9],
      [{ clientBuild: ERA }, 1, 20],
    ],
    null,
    null,
  ],
  ['an import', [[{ clientBuild: FOREVER }, 2]], ERA, 'era'],
  ['an import of Season of Discovery', [[{ clientBuild: ERA, season: 2 }, 2]], ERA, 'sod'],
  ['an import of no known game', [[{ clientBuild: FOREVER }, 2]], 'test-1', null],
  ['installs before an import', [[{ clientBuild: FOREVER }, 3]], ERA, 'forever'],
];

test('the game of a folder is the one that most installs name, once three do, or that of the import', async () => {
  for (const [what, clients, imported, game] of CASES) {
    const { writer, reader } = createMemoryUploads();
    await send(writer, clients);
    assert.equal(await determineGame(reader, imported), game, what);
  }
});

test('liars settle the game of an empty folder, and not that of a folder with more honest installs', async () => {
  for (const [liars, honest, game] of [
    [3, 0, 'era'],
    [3, 2, 'era'],
    [3, 4, 'forever'],
    [10, 11, 'forever'],
    [20, 19, 'era'],
  ] as const) {
    const { writer, reader } = createMemoryUploads();
    await send(writer, [
      [{ clientBuild: FOREVER }, honest],
      [{ clientBuild: ERA }, liars, 100],
    ]);
    assert.equal(await determineGame(reader, null), game, `${liars} against ${honest}`);
  }
});

storeTest('withheld and erased installs settle no game', async ({ writer, reader }) => {
  await send(writer, [
    [{ clientBuild: FOREVER }, 3],
    [{ clientBuild: ERA, season: 0 }, 3, 9],
  ]);
  assert.equal(await determineGame(reader, null), 'forever');
  assert.equal(await countOtherGames(reader, 'forever'), 3);
  assert.equal(await countOtherGames(reader, null), 0);
  await writer.operator.withhold('install-1', 'a reason', 1);
  assert.equal(await determineGame(reader, null), 'era');
  await writer.operator.erase('install-9');
  assert.equal(await determineGame(reader, null), null);
  assert.equal(await countOtherGames(reader, 'forever'), 2);
});
