import { writeSync } from 'node:fs';
import process from 'node:process';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { admitted, upload } from '../intake/samples.ts';

// A process that takes so many uploads into the database named by its argument and says when each is confirmed.
const [path, uploads] = process.argv.slice(2);
const writer = await openUploadWriter(path!, { random: systemRandom, create: true });
writeSync(1, 'kept 0\n');
for (let n = 1; n <= Number(uploads); n++) {
  await writer.take(upload([admitted({ eventId: `event:${n}` })]));
  writeSync(1, `kept ${n}\n`);
}
await writer.close();
