import process from 'node:process';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { catchFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { admitted, upload } from '../../../support/sample_records.ts';

/**
 * Runs as a process of its own, which uploads_faults.test.ts starts with a limit on file sizes. It stores uploads of 50
 * records until storage fails twice in a row, and prints how many were confirmed and the two causes. After one failure,
 * moving the log into the database may still make room.
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
  const taken = await catchFault(next(sent++));
  if (!(taken instanceof StorageFault)) confirmed++;
  causes = taken instanceof StorageFault ? [...causes, taken.cause] : [];
}
await writer.close();
process.stdout.write(`${JSON.stringify({ confirmed, causes })}\n`);
