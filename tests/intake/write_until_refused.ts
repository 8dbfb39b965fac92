import process from 'node:process';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { admitted, upload } from './samples.ts';

/**
 * A process of its own, started by uploads_faults.test.ts under a limit on the size of files: keeps uploads of 50
 * records until storage fails, then once more, and prints how many it saw confirmed and the two causes.
 */
const UPLOADS_MAX = 2_000;

const writer = await openUploadWriter(process.argv[2]!, { random: systemRandom, create: true });
const next = (n: number) =>
  writer.take(upload(Array.from({ length: 50 }, (_, i) => admitted({ eventId: `event-${n}-${i}` }))));

let confirmed = 0;
let taken = await next(0);
while (taken.ok && confirmed < UPLOADS_MAX) taken = await next(++confirmed);
const again = await next(confirmed + 1);
await writer.close();
const causes = [taken, again].map((result) => (result.ok ? 'none' : result.error.cause));
process.stdout.write(`${JSON.stringify({ confirmed, causes })}\n`);
