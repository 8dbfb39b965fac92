import { Agent } from 'node:http';
import { type Figure, figure } from './pairs.ts';
import { restedProcessorMs } from './processor_time.ts';
import { rollUpload } from './roll.ts';
import { post, type Service } from './service.ts';
import type { World } from './world.ts';

const SENDERS = 16;
const RUNS = 3;
const INSTALLS = 200;

/** Sizes of uploads in records, the number of uploads per run, and the bound in milliseconds of processor time each. */
const SIZES = [
  { records: 1, uploads: 800, most: 2 },
  { records: 30, uploads: 800, most: 3 },
  { records: 300, uploads: 300, most: 9 },
] as const;

/** Measures the processor time of the whole instance per small upload while several senders send without pause. */
export async function smallUploadFigures({ port, pid }: Service, world: World): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  const bodies = createBodies(world);
  const sendAll = async (waiting: string[]): Promise<void> => {
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) await post(port, body, agent);
      }),
    );
  };
  // Lets the runtime compile what it runs often, as in an instance that has run for some minutes.
  for (const { records, uploads } of SIZES) await sendAll(bodies(records, uploads));
  const figures: Figure[] = [];
  for (const { records, uploads, most } of SIZES) {
    const seen: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const waiting = bodies(records, uploads);
      const before = await restedProcessorMs(pid);
      await sendAll(waiting);
      seen.push(((await restedProcessorMs(pid)) - before) / uploads);
    }
    const name = `processor time of an upload of ${records} records, ${SENDERS} senders`;
    figures.push(figure(name, seen, { most }, ' ms', `median of ${RUNS} runs of ${uploads} uploads`));
  }
  agent.destroy();
  return figures;
}

/** Returns a function that makes uploads of new records, each of one of INSTALLS installs. */
function createBodies(world: World) {
  let rolled = 0;
  let made = 0;
  return (records: number, uploads: number): string[] => {
    const bodies: string[] = [];
    while (bodies.length < uploads) {
      const upload = JSON.parse(rollUpload(world, 5, rolled++)) as { records: object[] };
      for (let from = 0; from + records <= upload.records.length && bodies.length < uploads; from += records) {
        const installId = `install-${String(made++ % INSTALLS).padStart(4, '0')}-0123456789ab`;
        const own = upload.records.slice(from, from + records).map((record) => ({ ...record, installId }));
        bodies.push(JSON.stringify({ ...upload, records: own }));
      }
    }
    return bodies;
  };
}
