import { join } from 'node:path';
import * as v from 'valibot';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { writeSynced } from '../data_folder/synced_files.ts';
import { MISSING_OR_REPLACED, parseJson, readIfExistsSync } from '../read_if_exists.ts';

/** Name of the manifest. It is written last, so a folder without it is not a complete backup. */
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
  /** Every file except this one, with its path within the backup. */
  files: v.array(
    v.object({
      // Allows only names that this program uses, so that no path leads out of the folder.
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

/** Reads the manifest of a backup. Returns a refusal if the folder is not a backup that this release can read. */
export function readManifest(folder: string): Result<Manifest, string> {
  const text = readIfExistsSync(join(folder, MANIFEST), MISSING_OR_REPLACED);
  if (text === null) {
    return err(
      `DIR must name a complete backup made by \`npm run job -- backup DIR\`; there is no ${MANIFEST} in that folder.`,
    );
  }
  const manifest = v.safeParse(Manifest, parseJson(text));
  if (manifest.success && manifest.output.files.some(({ path }) => path === UPLOADS)) return ok(manifest.output);
  return err(`DIR must name a backup that this release can read; its ${MANIFEST} has another format.`);
}

/** Path of the copy of uploads.db within a backup. */
export const UPLOADS = 'uploads.db';
