import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildImport } from '../../../domain/game_files/import/import_build.ts';
import { createImportStream } from '../../../domain/game_files/import/import_stream.ts';
import { formatBuildPiece } from '../../../domain/game_files/piece_text.ts';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import { gameItem } from '../../support/game_build.ts';
import { causeOf, storageFails } from '../../support/storage_fails.ts';

function item(itemId: number): BuildPiece {
  return { piece: 'item', item: gameItem(itemId, { icon: 'a"b' }) };
}
const PIECES: readonly BuildPiece[] = [
  { piece: 'class', itemClass: { classId: 2, name: 'Weapon', subclasses: [] } },
  ...[item(1), item(2), item(3)],
  { piece: 'edge', edge: { rel: 'same_icon', fromId: 1, toId: 2 } },
  { piece: 'name', name: { kind: 'spell', id: 7, name: 'Grüße' } },
];

async function* inParts(sizes: readonly number[]): AsyncGenerator<Iterable<BuildPiece>> {
  let at = 0;
  for (const size of sizes) {
    yield PIECES.slice(at, at + size);
    at += size;
  }
}

/** Returns an import that stores the pieces it receives, and is full after every second one. */
function taking(write: BuildImport['write'] = async () => true): BuildImport & { taken: BuildPiece[] } {
  const taken: BuildPiece[] = [];
  return {
    taken,
    take: (piece) => taken.push(piece) % 2 === 0,
    write,
    finish: async () => storageFails('snapshot', 'UNUSED'),
    abandon: async () => undefined,
  };
}

async function gone(pieces: AsyncIterable<BuildPiece>): Promise<readonly BuildPiece[]> {
  const all: BuildPiece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

for (const sizes of [[6], [1, 5], [0, 2, 0, 0, 3, 1, 0], [1, 1, 1, 1, 1, 1]]) {
  test(`both destinations get every piece once and in order, in batches of ${sizes.join(', ')}`, async () => {
    const to = taking();
    const pieces = createImportStream(inParts(sizes), to);
    const kept = await gone(pieces);
    assert.deepEqual(kept, to.taken);
    assert.deepEqual(
      kept.map(formatBuildPiece),
      PIECES.map((piece) => JSON.stringify(piece)),
    );
    assert.deepEqual([pieces.counts()['items'], pieces.isStopped()], [3, false]);
  });
}

test('the pieces end if the import is stopped, and fail if the database fails', async () => {
  const stopped = createImportStream(
    inParts([6]),
    taking(async () => false),
  );
  assert.equal((await gone(stopped)).length, 1);
  assert.equal(stopped.isStopped(), true);
  const lost = createImportStream(
    inParts([1, 5]),
    taking(async () => storageFails('snapshot', 'SQLITE_FULL')),
  );
  assert.equal(await causeOf(gone(lost)), 'SQLITE_FULL');
  assert.equal(lost.isStopped(), false);
});
