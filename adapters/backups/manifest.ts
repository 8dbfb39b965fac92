import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { writeSynced } from '../data_folder/synced_files.ts';

/** Written last of all, so that a folder without it is no whole backup. */
export const MANIFEST = 'backup.json';
const FORMAT = 1;

const Hex64 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Manifest = v.object({
  format: v.literal(FORMAT),
  madeAt: v.string(),
  uploads: Count,
  records: Count,
  /** The newest link of the chain over the uploads. */
  link: v.object({ n: Count, digest: Hex64 }),
  /** Every file but this one, by its path within the backup. */
  files: v.array(
    v.object({
      // Names that this program gives to what it keeps: none leads out of the folder.
      path: v.pipe(v.string(), v.regex(/^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/)),
      bytes: Count,
      sha256: Hex64,
    }),
  ),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  return writeSynced(join(folder, MANIFEST), `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
}

/** What a folder says of itself as a backup; a refusal where it is none, or none of this release. */
export function readManifest(folder: string): Result<Manifest, string> {
  const text = textOf(join(folder, MANIFEST));
  if (text === null) {
    return err(
      `DIR must name a whole backup, as \`npm run job -- backup DIR\` makes it; there is no ${MANIFEST} in that folder.`,
    );
  }
  const read = v.safeParse(Manifest, jsonOf(text));
  if (read.success && read.output.files.some(({ path }) => path === UPLOADS)) return ok(read.output);
  return err(`DIR must name a backup that this release can read; its ${MANIFEST} says something else.`);
}

/** The copy of uploads.db within a backup. */
export const UPLOADS = 'uploads.db';

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
