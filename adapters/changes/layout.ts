import { join } from 'node:path';
import type { ChangeFile, ChangeFolderState } from '../../domain/ports/change_files.ts';
import { readJsonIfExists } from '../read_if_exists.ts';

/** Paths of the change files of one epoch. */
export type ChangeLayout = ReturnType<typeof locateChanges>;

export function locateChanges(root: string, epoch: string) {
  const folder = join(root, epoch);
  /** The lines of a change file, compressed with gzip. */
  const file = (n: number): string => join(folder, `${n}.ndjson.gz`);
  /** Describes a change file (`ChangeFile`), and is written after it. */
  const note = (n: number): string => join(folder, `${n}.json`);
  return {
    folder,
    file,
    note,
    /** A `ChangeFolderState`. Replaced by rename. */
    state: join(folder, 'state.json'),
    allOf: (n: number): readonly string[] => [note(n), file(n)],
  };
}

/**
 * Parses the number of a snapshot from the name of one of its files. Returns null for any other name. Release 0.6.0 and
 * earlier also wrote a list of blocks.
 */
export function parseSnapshotNumber(name: string): number | null {
  const [, n] = /^([1-9][0-9]{0,14})\.(?:json|ndjson\.gz(?:\.blocks)?)$/.exec(name) ?? [];
  return n === undefined ? null : Number(n);
}

/** Reads the state. Returns null if there is none or if it is invalid, in which case the next file starts anew. */
export async function readChangeState(layout: ChangeLayout): Promise<ChangeFolderState | null> {
  const state = (await readJsonIfExists(layout.state)) as ChangeFolderState | null;
  return typeof state?.first === 'number' ? { first: state.first, erased: state.erased ?? null } : null;
}

/** Reads the description of a change file. Returns null if it is missing or invalid. */
export async function readChangeNote(layout: ChangeLayout, n: number): Promise<ChangeFile | null> {
  const note = (await readJsonIfExists(layout.note(n))) as ChangeFile | null;
  return note?.n === n && typeof note.sha256 === 'string' ? note : null;
}

export function formatChangeState(state: ChangeFolderState): string {
  return `${JSON.stringify(state)}\n`;
}
