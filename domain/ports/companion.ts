import type { OpenExport } from './exports.ts';

/** A file of the companion that the operator built, for one system. */
export interface CompanionFile {
  readonly file: string;
  /** The system, such as `Windows`, or what else the file is. */
  readonly label: string;
  readonly bytes: number;
  readonly sha256: string;
  /** CRC-32 of the compressed file. Absent if release 0.6.0 or earlier built it. */
  readonly packedCrc32?: number;
}

export interface CompanionReader {
  /** The files that were built when this process started. None if the operator built no companion. */
  readonly files: readonly CompanionFile[];
  /** Opens one of the files. Returns null if there is none of this name, or if it was removed. */
  open(file: string, coding: 'identity' | 'gzip'): Promise<OpenExport | null>;
}
