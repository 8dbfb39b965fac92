import process from 'node:process';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { admitted, upload } from './samples.ts';

/**
 * A process of its own, started by uploads_faults.test.ts under a limit on the size of files: keeps uploads of 50
 * records until storage fails twice in a row, and prints how many it saw confirmed and the two causes. A single failure may
 * be mended by moving the log into the database, as long as that has room.
 */
const UPLOADS_MAX = 2_000;

const writer = await openUploadWriter(process.argv[2]!, { random: systemRandom, create: true });
function next(n: number) {
  return writer.take(upload(Array.from({ length: 50 }, (_, i) => admitted({ eventId: `event-${n}-${i}` }))));
}

let confirmed = 0;
let sent = 0;
let causes: readonly string[] = [];
while (causes.length < 2 && sent < UPLOADS_MAX) {
  const taken = await orStorageFault(next(sent++));
  if (!(taken instanceof StorageFault)) confirmed++;
  causes = taken instanceof StorageFault ? [...causes, taken.cause] : [];
}
await writer.close();
process.stdout.write(`${JSON.stringify({ confirmed, causes })}\n`);
