import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReader } from '../../domain/ports/exports.ts';
import type { DataDir } from '../data_folder/data_dir.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { sendOpenFile } from '../packed_files/read.ts';
import { ifExists } from '../read_if_exists.ts';
import { parseCounter, STATE_FILE } from './layout.ts';

const wrapFaults = createFaultWrapper('publication');

/** Opens the files that edges fetch. The edges check them. */
export function createPublicationReader({ publication, requireSame }: DataDir): FileReader {
  return {
    open: (name) =>
      wrapFaults(async () => {
        requireSame();
        if (name !== STATE_FILE && parseCounter(name) === null) return null;
        const file = await ifExists(open(join(publication, name), 'r'));
        return file === null ? null : sendOpenFile(file);
      }),
  };
}
