import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUploads } from '../../../../http/browser/contribution/follow.ts';

type Page = { readonly snapshot: string; readonly waits: boolean } | null;

/** Follows uploads while the website answers with these snapshots and pages, and returns what was asked when. */
async function followed(snapshots: readonly (string | null)[], pages: readonly Page[]) {
  const [ids, shown] = [[...snapshots], [...pages]];
  const [waits, loads]: [number[], number[]] = [[], []];
  await followUploads('e.1', {
    newestSnapshot: async () => ids.shift() ?? null,
    loadPage: async () => {
      loads.push(waits.length);
      return shown.shift() ?? null;
    },
    wait: async (ms) => {
      waits.push(ms);
      assert.ok(waits.length < 100, 'it would never end');
    },
  });
  return { waits, loads };
}

test('the page is loaded again only if there is a newer snapshot, until nothing waits', async () => {
  const { loads, waits } = await followed(
    ['e.1', null, 'e.2', 'e.2', 'e.3', 'e.3'],
    [{ snapshot: 'e.2', waits: true }, null, { snapshot: 'e.3', waits: false }],
  );
  assert.deepEqual([loads, waits.length], [[3, 5, 6], 6]);
});

test('it asks less and less often, at most every five minutes', async () => {
  const { waits } = await followed([...Array(40).fill('e.1'), 'e.2'], [{ snapshot: 'e.2', waits: false }]);
  assert.equal(waits[0], 15_000);
  assert.ok(waits.every((ms, i) => i === 0 || ms >= waits[i - 1]!));
  assert.equal(waits.at(-1), 300_000);
});
