import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportNotes, UnpublishedExport } from '../../domain/ports/exports.ts';

/**
 * The export folder. Each export lies in a folder of its own, numbered upward, with its files, their gzip twins, the
 * index and the notes; the pointer names the one that is served, so that no reader sees an index with files of another.
 */
export interface ExportLayout {
  readonly root: string;
  /** One line: the number of the export that is served. Replaced by rename. */
  readonly pointer: string;
  /** Why the newest try was not published; it counts while the pointer names the export it left in place. */
  readonly held: string;
  /** There while an erasure waits for an export. */
  readonly demand: string;
  readonly folder: (number: number) => string;
}

export function exportLayout(root: string): ExportLayout {
  return {
    root,
    pointer: join(root, 'current'),
    held: join(root, 'held.json'),
    demand: join(root, 'demanded'),
    folder: (number) => join(root, String(number)),
  };
}

export const INDEX_FILE = 'index.json';
export const NOTES_FILE = 'notes.json';
export const TWIN_ENDING = '.gz';

/** The number that a folder of an export is called; null where it is called otherwise. */
export function exportNumber(name: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : null;
}

/** The export that is served; null where there is none. */
export async function servedNumber(layout: ExportLayout): Promise<number | null> {
  return exportNumber((await textOf(layout.pointer))?.trim() ?? '');
}

/** What an export's notes say; null where there are none that can be used, which takes the guards off the next export. */
export async function readNotes(layout: ExportLayout, number: number): Promise<ExportNotes | null> {
  const notes = parsed<ExportNotes>(await textOf(join(layout.folder(number), NOTES_FILE)));
  return typeof notes?.writtenAtMs === 'number' && Array.isArray(notes.files) ? notes : null;
}

/** A held export as kept, with the number of the export that stayed; null: none. */
interface KeptHold extends UnpublishedExport {
  readonly stayed: number | null;
}

/** Why the try after export `served` was not published; null where it was, or none was made. */
export async function readHeld(layout: ExportLayout, served: number | null): Promise<UnpublishedExport | null> {
  const kept = parsed<KeptHold>(await textOf(layout.held));
  if (typeof kept?.reason !== 'string' || kept.stayed !== served) return null;
  return { reason: kept.reason, heldAtMs: kept.heldAtMs };
}

export function heldText(held: UnpublishedExport, stayed: number | null): string {
  return `${JSON.stringify({ ...held, stayed } satisfies KeptHold)}\n`;
}

/** The text of a file; null where it is missing. */
export async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** These files are never torn, so one that is no JSON was changed from outside: it says nothing. */
function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
