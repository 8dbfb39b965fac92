import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnpublishedExport } from '../../domain/ports/export_folder.ts';
import type { ExportNotes } from '../../domain/ports/exports.ts';
import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import { nodeDigest } from '../digest.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { parseJson, readIfExists, readJsonIfExists } from '../read_if_exists.ts';

/**
 * Paths within the export folder. Each export has its own numbered folder with the export's compressed files, the
 * index and the notes. A pointer names the served export, so that no reader combines the index of one export with
 * the files of another.
 */
export interface ExportLayout {
  readonly root: string;
  /** Path of a one-line file with the number of the served export. The file is replaced by a rename. */
  readonly pointer: string;
  /**
   * Path of the file that says why an export was not published, or that the served one is damaged. The file is valid while the pointer names the same
   * export.
   */
  readonly held: string;
  /** Path of a file that exists while an erasure is waiting for an export. */
  readonly demand: string;
  readonly folder: (number: number) => string;
}

export function locateExports(root: string): ExportLayout {
  return {
    root,
    pointer: join(root, 'current'),
    held: join(root, 'held.json'),
    demand: join(root, 'demanded'),
    folder: (number) => join(root, String(number)),
  };
}

/**
 * Returns the path of an exported file, which is compressed. An export's folder has no folders, so a slash in the name
 * becomes a dash.
 */
export function locateExportedFile(folder: string, name: string): string {
  return join(folder, `${name.replaceAll('/', '-')}.gz`);
}

export const INDEX_FILE = 'index.json';
export const NOTES_FILE = 'notes.json';

/** Parses an export's number from the name of its folder. Returns null for any other name. */
export function parseExportNumber(name: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(name) ? Number(name) : null;
}

export async function readServedNumber(layout: ExportLayout): Promise<number | null> {
  return parseExportNumber((await readIfExists(layout.pointer))?.trim() ?? '');
}

export interface StoredNotes extends ExportNotes {
  /** SHA-256 of the index. Absent in notes of release 0.5.0 and earlier. */
  readonly indexSha256?: string;
  /** CRC-32 of each compressed file, keyed by its name in the index. Absent in notes of release 0.6.0 and earlier. */
  readonly packedCrc32?: Readonly<Record<string, number>>;
}

/** Reads the index of an export. Throws EXPORT_DAMAGED if it is not as it was written. */
export async function readIndexFile(layout: ExportLayout, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await readFile(join(layout.folder(number), INDEX_FILE)));
  const written = (await readNotes(layout, number))?.indexSha256;
  if (written !== undefined && written !== nodeDigest.sha256(new TextDecoder().decode(bytes))) {
    throw new StorageError('EXPORT_DAMAGED');
  }
  return bytes;
}

/** Returns an index without its entry for the evidence, if it has one. */
export function removeEvidence(index: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parsed = (parseJson(new TextDecoder().decode(index)) ?? {}) as Partial<BulkIndex>;
  const more = parsed.more?.filter(({ dataset }) => dataset !== 'evidence');
  if (more?.length === parsed.more?.length) return index;
  return new TextEncoder().encode(`${JSON.stringify({ ...parsed, more })}\n`);
}

/** Returns the entries of all files of an export. Throws EXPORT_DAMAGED if its index is damaged. */
export async function readListedFiles(layout: ExportLayout, number: number) {
  const index = new TextDecoder().decode(await readIndexFile(layout, number));
  const { files, more = [] } = (parseJson(index) ?? {}) as Partial<BulkIndex>;
  if (!Array.isArray(files)) throw new StorageError('EXPORT_DAMAGED');
  const packedCrc32 = (await readNotes(layout, number))?.packedCrc32;
  return [...files, ...more].map((entry) => ({ ...entry, packedCrc32: packedCrc32?.[entry.name] }));
}

/**
 * Reads an export's notes. Returns null if they are unusable, in which case the next export is not checked against
 * them.
 */
export async function readNotes(layout: ExportLayout, number: number): Promise<StoredNotes | null> {
  const notes = (await readJsonIfExists(join(layout.folder(number), NOTES_FILE))) as StoredNotes | null;
  return typeof notes?.writtenAtMs === 'number' && Array.isArray(notes.files) ? notes : null;
}

/** Content of `held.json`. */
interface HeldExport extends UnpublishedExport {
  /** Number of the export that remained served, or null if there was none. */
  readonly stayed: number | null;
}

/** Reads why the export after `served` was not published. Returns null if it was published or there was none. */
export async function readHeldExport(layout: ExportLayout, served: number | null): Promise<UnpublishedExport | null> {
  const held = (await readJsonIfExists(layout.held)) as HeldExport | null;
  if (typeof held?.reason !== 'string' || held.stayed !== served) return null;
  return { reason: held.reason, heldAtMs: held.heldAtMs, isDamaged: held.isDamaged === true };
}

export function formatHeldExport(held: UnpublishedExport, stayed: number | null): string {
  return `${JSON.stringify({ ...held, stayed } satisfies HeldExport)}\n`;
}
