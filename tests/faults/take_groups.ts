import { statSync, writeSync } from 'node:fs';
import process from 'node:process';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { beginFolder } from '../support/folder.ts';
import { uploadNumbered } from './power.ts';

// Stores groups of uploads that arrive together in a new data folder, reports when each group is confirmed, and kills
// itself. Runs as a process of its own, with the recorder.
const [folder, log, groups, size] = process.argv.slice(2);
const { uploadsDb } = await beginFolder(folder!);
const writer = await openUploadWriter(uploadsDb, { random: systemRandom, create: true });
writeSync(1, `begun ${statSync(log!).size}\n`);
for (let group = 0; group < Number(groups); group++) {
  const uploads = Array.from({ length: Number(size) }, (_, i) => group * Number(size) + i);
  await Promise.all(uploads.map((n) => writer.take(uploadNumbered(n))));
  writeSync(1, `confirmed ${statSync(log!).size}\n`);
}
process.kill(process.pid, 'SIGKILL');
