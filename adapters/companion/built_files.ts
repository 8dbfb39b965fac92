import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompanionFile, CompanionReader } from '../../domain/ports/companion.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { openPackedFile } from '../packed_files/read.ts';
import { locateFile } from '../program_files.ts';
import { ifExists, parseJson, readIfExistsSync } from '../read_if_exists.ts';

/** The folder of the built files, from which an instance serves them. */
export const COMPANION_FOLDER = fileURLToPath(locateFile('companion/'));

const wrapFaults = createFaultWrapper('companion');

/** Reads the list of built files once. */
export function createCompanionReader(folder = COMPANION_FOLDER): CompanionReader {
  const index = parseJson(readIfExistsSync(join(folder, 'index.json')) ?? 'null') as { files?: unknown } | null;
  const files = Array.isArray(index?.files) ? index.files.filter(isBuiltFile) : [];
  return {
    files,
    open: (name, coding) =>
      wrapFaults(async () => {
        const listed = files.find(({ file }) => file === name);
        if (listed === undefined) return null;
        const format = name.slice(name.lastIndexOf('.') + 1);
        const path = join(folder, `${name}.gz`);
        return await ifExists(openPackedFile(path, coding, { ...listed, data: 'observed', format }));
      }),
  };
}

function isBuiltFile(value: unknown): value is CompanionFile {
  const { file, label, bytes, sha256 } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof file === 'string' &&
    /^[A-Za-z0-9][\w.-]{0,99}$/.test(file) &&
    typeof label === 'string' &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string'
  );
}
