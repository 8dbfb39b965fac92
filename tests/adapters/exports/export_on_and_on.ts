import { join } from 'node:path';
import process from 'node:process';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../../adapters/exports/folder.ts';
import { openExportSource } from '../../../adapters/libsql/snapshot/export/source.ts';
import { writeExport } from '../../../domain/exports/write_export.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { PUBLISHER, requestOf } from '../../domain/exports/support.ts';

/** Exports the given data folder repeatedly until it is killed. Prints `.` after each export. */
const dir = toDataDir(process.argv[2]!);
const exporter = {
  openSource: () => openExportSource(dir),
  openEvidence: null,
  folder: createExportFolder(join(dir.root, 'exports')),
  clock: { nowMs: () => Date.now() },
  attribution: createAttribution(PUBLISHER),
};
for (;;) {
  const outcome = await writeExport(exporter, requestOf('force'));
  if (outcome.kind !== 'written') throw new Error(JSON.stringify(outcome));
  process.stdout.write('.');
}
