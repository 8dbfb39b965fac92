import type { ChangeFolder, ChangeFolderState, ErasedSnapshots } from '../ports/change_files.ts';
import { DAY_MS, HOUR_MS } from '../values/instant.ts';

/** Time for which change files are kept. */
export const CHANGE_RETENTION_MS = 30 * DAY_MS;

/** Time within which the files with erased data are removed. */
const ERASURE_DEADLINE_MS = HOUR_MS;

export interface RemovalRequest {
  readonly nowMs: number;
  /** Number of the snapshot that carried out an erasure, or null if this run carried out none. */
  readonly erasedUpTo: number | null;
  /** Time from one run of the builder to the next. */
  readonly intervalMs: number;
}

/**
 * Removes change files that are too old or may contain erased data (contract, section 4, Change feed). After an erasure
 * it waits for others of the same hour, because everyone who is not up to date has to start again when files are
 * removed. The state is stored before files are removed, so readers never list a removed file.
 */
export async function removeOldChanges(folder: ChangeFolder, request: RemovalRequest): Promise<void> {
  const state = await folder.state();
  if (state === null) return folder.removeBefore(0);
  const erased = noteErasure(state.erased, request);
  const first = await findFirstKeptSnapshot(folder, { first: state.first, erased }, request);
  const left = erased === null || erased.upTo < first ? null : erased;
  if (first !== state.first || left?.upTo !== state.erased?.upTo) await folder.storeState({ first, erased: left });
  await folder.removeBefore(first);
}

function noteErasure(erased: ErasedSnapshots | null, { nowMs, erasedUpTo }: RemovalRequest): ErasedSnapshots | null {
  return erasedUpTo === null ? erased : { upTo: erasedUpTo, sinceMs: erased?.sinceMs ?? nowMs };
}

async function findFirstKeptSnapshot(
  folder: ChangeFolder,
  { first: before, erased }: ChangeFolderState,
  request: RemovalRequest,
): Promise<number> {
  let first = erased !== null && isRemovalDue(erased, request) ? Math.max(before, erased.upTo + 1) : before;
  for (;;) {
    const writtenAtMs = await folder.writtenAtMs(first);
    if (writtenAtMs === null || writtenAtMs >= request.nowMs - CHANGE_RETENTION_MS) return first;
    first++;
  }
}

/** Whether the next run, which may start late, would be too late. A clock that was set back does not count as waiting. */
function isRemovalDue({ sinceMs }: ErasedSnapshots, { nowMs, intervalMs }: RemovalRequest): boolean {
  return nowMs < sinceMs || nowMs + 2 * intervalMs >= sinceMs + ERASURE_DEADLINE_MS;
}
