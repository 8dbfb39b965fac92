import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedOutliers } from '../../domain/operator/witnesses.ts';
import { describeOutliers } from '../../jobs/commands/witnesses.ts';

type Listed = NamedOutliers['outliers'][number];

function outlier(installId: string, of: Partial<Listed>): Listed {
  return { installN: 1, installId, loot: null, votes: null, ...of };
}

const EXAMPLE = { rank: 0.99, source: { type: 'object', id: 3 }, itemId: 7 } as const;

test('each difference of an install is a line, with an example', () => {
  const loot = { pairs: 20, sources: 4, high: 9, low: 8, ranks: 1, distances: 15 };
  const example = { ...EXAMPLE, windows: 1, drops: 1, othersWindows: 40, othersDrops: 2 };
  const text = describeOutliers({
    compared: 6,
    outliers: [
      outlier('install-a', {
        loot: { ...loot, side: 'both', example },
        votes: { subjects: 12, differing: 11, example: 'items 5 name' },
      }),
      outlier('install-b', { loot: { ...loot, side: 'low', example: null } }),
    ],
  });
  assert.deepEqual(text.split('\n').slice(0, 3), [
    'install-a\tfinds some drops too often and others too rarely: 9 of 20 drops far too often and 8 far too rarely, from 4 sources; for example item 7 from object 3: in 1 of 1 window, the others in 2 of 40',
    'install-a\treports other values than nearly everyone else for 11 of 12 subjects; for example items 5 name',
    'install-b\tfinds drops too rarely: 9 of 20 drops far too often and 8 far too rarely, from 4 sources',
  ]);
  assert.match(text, /\n\(6 installs with at least 10 .* were compared\./);
});

test('a long list is cut, and an empty one says what was compared', () => {
  const votes = { subjects: 12, differing: 11, example: 'items 5 name' };
  const outliers = Array.from({ length: 201 }, (_, i) => outlier(`install-${i}`, { votes }));
  const text = describeOutliers({ compared: 900, outliers });
  assert.ok(text.includes('install-199\t') && !text.includes('install-200\t'));
  assert.ok(text.includes('\n(only the first 200 of 201 are shown)\n'));
  assert.match(
    describeOutliers({ compared: 1, outliers: [] }),
    /^No install differs .* \(1 install with .* was compared\)\.$/,
  );
});
