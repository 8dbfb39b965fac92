import assert from 'node:assert/strict';
import { toDataDir } from '../../adapters/data_folder/data_dir.ts';
import type { ChangesResponse } from '../../schema/responses/changesResponse.ts';
import { applyLines, type FollowedRows, publicRows } from '../adapters/changes/support.ts';
import { askJson } from './checks.ts';
import type { Service } from './service.ts';

/** A site that follows the change feed. It survives whatever happens to the service. */
export interface Follower {
  /** The snapshot that it has, or null before it starts. */
  at: string | null;
  rows: FollowedRows;
}

export function newFollower(): Follower {
  return { at: null, rows: new Map() };
}

/**
 * Lets the follower catch up, and checks that it has exactly the public rows. It starts again from these rows if the
 * service says that its snapshot can no longer be followed.
 */
export async function assertFollowed(service: Service, follower: Follower): Promise<void> {
  const rows = await publicRows(toDataDir(service.root));
  if (await catchUp(service, follower)) {
    assert.deepEqual(follower.rows, rows, `a follower at ${follower.at} has other rows`);
    return;
  }
  const { body } = await askJson(service, '/api/health');
  Object.assign(follower, { at: (body as { snapshot: { id: string } }).snapshot.id, rows });
}

/** Applies all files after the follower's snapshot. Returns false if it has to start again. */
async function catchUp(service: Service, follower: Follower): Promise<boolean> {
  if (follower.at === null) return false;
  for (;;) {
    const { status, body } = await askJson(service, `/api/changes?since=${follower.at}`);
    if (status === 410) return false;
    assert.equal(status, 200, JSON.stringify(body));
    const { files, newest } = body as ChangesResponse;
    for (const { name, snapshot, previous } of files) {
      assert.equal(previous, follower.at, `${name} begins at another snapshot`);
      const file = await service.ask(`/changes/${name}`);
      assert.equal(file.status, 200, file.text);
      applyLines(
        follower.rows,
        file.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
      follower.at = snapshot;
    }
    if (follower.at === newest) return true;
  }
}
