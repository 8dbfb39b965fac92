import assert from 'node:assert/strict';
import type { DataAddonFolder } from '../../../domain/ports/data_addon.ts';
import { readSavedFile, type SavedFile } from '../../../domain/saved_variables/read_file.ts';
import { readHead } from '../../../domain/saved_variables/split/envelope.ts';
import type { JudgedRecord } from '../../../domain/saved_variables/split/judge_record.ts';
import type { UploadPiece } from '../../../domain/saved_variables/split/piece.ts';
import { splitSource } from '../../../domain/saved_variables/split/split_source.ts';
import { INTAKE_RULES } from '../../../schema/intake_rules.ts';
import type { SharingCategory } from '../../../schema/vocabulary.ts';
import { savedFile, type Written } from './lua_writer.ts';

export const RULES = INTAKE_RULES;
export const NOW_MS = Date.UTC(2026, 10, 22, 12);
export const INSTALL = 'install-of-the-tests';
export const TOKEN = `tg_${'A'.repeat(43)}`;

/** The fields that the addon writes around its records. */
export const HEAD = {
  format: 1,
  installId: INSTALL,
  addonVersion: '0.5.0',
  clientBuild: '1.15.8.67156',
  locale: 'enUS',
  protocol: '1.3.0',
};

export function fileOf(bytes: Uint8Array): SavedFile {
  const file = readSavedFile(bytes);
  assert.ok(file.ok, file.ok ? '' : `${file.error.line}: ${file.error.reason}`);
  return file.value;
}

export interface Cut {
  readonly pieces: readonly UploadPiece[];
  readonly judged: readonly JudgedRecord[];
}

/** Splits a file with these records, as the addon writes it, into pieces. */
export function cutOf(
  records: readonly Written[],
  { head = {}, share = [] }: { head?: Written; share?: readonly SharingCategory[] } = {},
): Cut {
  return cutFile(savedFile({ ...HEAD, ...(head as object), records }), share);
}

export function cutFile(bytes: Uint8Array, share: readonly SharingCategory[] = [], partRecords = 100_000): Cut {
  const file = fileOf(bytes);
  const source = file.sources[0]!;
  const head = readHead(source, share, RULES);
  assert.ok(head.ok, head.ok ? '' : head.error);
  const judged: JudgedRecord[] = [];
  const pieces = [
    ...splitSource({
      file,
      source,
      head: head.value,
      rules: RULES,
      share,
      partRecords,
      onJudged: (one) => judged.push(one),
    }),
  ];
  return { pieces, judged };
}

async function notHere(): Promise<never> {
  throw new Error('no addon of data was expected');
}

/** For commands that must not touch the addon of data. */
export const NO_DATA_ADDON: DataAddonFolder = {
  resolve: (path) => path,
  isFolder: notHere,
  download: notHere,
  unpack: notHere,
  replace: notHere,
};
