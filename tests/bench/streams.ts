import { get, type IncomingMessage } from 'node:http';
import { sleep } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';
import { type Figure, figure } from './pairs.ts';
import { restedProcessorMs } from './processor_time.ts';
import { memoryMiB, runSnapshotJob, type Service } from './service.ts';

const FOLLOWERS = 500;
/** Four pings for each stream. */
const QUIET_S = 60;

/** Measures the streams of the change feed with as many followers as an instance allows, between snapshots. */
export async function streamFigures(service: Service, dataDir: string): Promise<readonly Figure[]> {
  const { pid, port } = service;
  const url = `http://127.0.0.1:${port}`;
  await report(url, 0);
  await runSnapshotJob(dataDir, port);
  const idleMs = await processorMsIn(pid, QUIET_S);
  const memoryBefore = memoryMiB(pid);
  const streams = await Promise.all(Array.from({ length: FOLLOWERS }, (_, i) => openStream(port, i)));
  const events = streams.map((stream) => nextEvent(stream));
  const followedMs = await processorMsIn(pid, QUIET_S);
  const memory = memoryMiB(pid) - memoryBefore;
  await report(url, 1);
  const began = performance.now();
  await runSnapshotJob(dataDir, port);
  const returned = performance.now();
  await Promise.all(events);
  for (const stream of streams) stream.destroy();
  const share = ((followedMs - idleMs) / (QUIET_S * 1000)) * 100;
  const note = `${FOLLOWERS} followers`;
  return [
    figure('memory of the streams', [memory], { most: 40 }, ' MiB', note),
    figure('processor time of the streams between snapshots, of a core', [share], { most: 5 }, '%', note),
    figure('last event after the command snapshot', [(performance.now() - returned) / 1000], { most: 5 }, ' s', note, {
      commandS: (returned - began) / 1000,
    }),
  ];
}

async function processorMsIn(pid: number, seconds: number): Promise<number> {
  const before = await restedProcessorMs(pid);
  await sleep(seconds * 1000);
  return (await restedProcessorMs(pid)) - before;
}

/** Reports a drop by three installs, so that the next snapshot changes rows. */
async function report(url: string, round: number): Promise<void> {
  await world()
    .installs(3, (install) => install.event(`round-${round}`).looted(npc(6), item(2589)))
    .sendTo(url);
}

/** The bench runs behind a proxy, as far as the instance knows, so each follower has an address of its own. */
function openStream(port: number, follower: number): Promise<IncomingMessage> {
  const headers = { 'x-forwarded-for': `10.0.${follower >> 8}.${follower & 255}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/api/changes/stream', headers, agent: false }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`a stream was answered ${answer.statusCode}`));
    }).on('error', reject);
  });
}

function nextEvent(stream: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('data', (part) => {
      if (String(part).includes('id: ')) resolve();
    });
    stream.once('end', () => reject(new Error('a stream ended before its event')));
    stream.on('error', () => {});
  });
}
