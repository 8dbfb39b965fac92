import { writeSync } from 'node:fs';
import process from 'node:process';
import { openUploadWriter } from '../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { admitted, upload } from '../../support/sample_records.ts';

// Stores the given number of uploads in the database at the given path, and reports each confirmation.
const [path, uploads] = process.argv.slice(2);
const writer = await openUploadWriter(path!, { random: systemRandom, create: true });
writeSync(1, 'kept 0\n');
for (let n = 1; n <= Number(uploads); n++) {
  await writer.take(upload([admitted({ eventId: `event:${n}` })]));
  writeSync(1, `kept ${n}\n`);
}
await writer.close();
