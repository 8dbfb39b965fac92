import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../bench/world.ts';
import { postRecords } from '../support/client.ts';
import { startInstance } from '../support/instance.ts';
import { admitted, upload } from '../support/sample_records.ts';
import { item, npc, world } from '../support/world.ts';
import { type Choice, createDisk } from './disk.ts';
import { preloaded } from './preloaded.ts';
import { type Recorded, readRecording } from './recording.ts';

/** Records per upload, from three installs and about four sources. */
export const RECORDS = 20;

const SENDERS = 2;

export function recordsOf(upload: number): readonly object[] {
  const load = world();
  for (let i = 0; i < RECORDS; i++) {
    load
      .install(i % 3)
      .event(`${upload}:${i}`)
      .looted(npc(1 + (i % 4)), item(100 + (i % 4)));
  }
  return load.records();
}

/** Returns upload `n` as the writer gets it, with records of two installs. */
export function uploadNumbered(n: number) {
  const installs = [`install-${n % 3}-0123456789abcdef`, 'install-of-all-0123456789'];
  return upload(
    Array.from({ length: RECORDS }, (_, i) => admitted({ installId: installs[i % 2]!, eventId: `${n}:${i}` })),
  );
}

interface Receipt {
  readonly upload: number;
  /**
   * Length of the log when the receipt arrived. Everything that the instance did before is recorded before this
   * position.
   */
  readonly position: number;
}

/** A recording of an instance's disk changes while it took uploads, until it was killed. */
export interface RecordedLoad {
  readonly root: string;
  readonly receipts: readonly Receipt[];
  readonly recording: readonly Recorded[];
  readonly logBytes: number;
}

export interface LoadOptions {
  readonly library: string;
  /** The load continues until this many receipts have arrived, and for at least `atLeastMs`. */
  readonly receipts: number;
  readonly atLeastMs: number;
}

/** Creates a data folder below `dir` and takes uploads, with a snapshot every second. */
export async function recordLoad(dir: string, options: LoadOptions): Promise<RecordedLoad> {
  const [root, log] = [join(realpathSync(dir), 'disk'), join(dir, 'log')];
  mkdirSync(root);
  const env = {
    ...preloaded(options.library, { RECORDED_ROOT: root, RECORDED_LOG: log }),
    TW_SNAPSHOT_INTERVAL_S: '1',
  };
  const instance = await startInstance({ dataDir: join(root, 'data'), env });
  const receipts: Receipt[] = [];
  try {
    const until = performance.now() + options.atLeastMs;
    let next = 0;
    const send = async (): Promise<void> => {
      while (performance.now() < until || receipts.length < options.receipts) {
        const upload = next++;
        assert.equal((await postRecords(instance.url, recordsOf(upload))).status, 200);
        receipts.push({ upload, position: statSync(log).size });
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
  } finally {
    await instance.kill();
  }
  return { root, receipts, recording: readRecording(log), logBytes: statSync(log).size };
}

/** The data folder that a power cut left. */
export interface Cut {
  readonly dataDir: string;
  /** The uploads whose receipts had arrived. */
  readonly due: readonly number[];
  readonly told: string;
}

/** Cuts the power `count` times: two out of three cuts just after a receipt, the third at a random position. */
export async function eachCut(load: RecordedLoad, count: number, work: (cut: Cut) => Promise<void>): Promise<void> {
  const random = seeded(20);
  const positionOf = (i: number): number =>
    i % 3 === 0
      ? Math.floor(random() * load.logBytes)
      : load.receipts[Math.floor(random() * load.receipts.length)]!.position;
  const positions = Array.from({ length: count }, (_, i) => positionOf(i)).sort((a, b) => a - b);
  const disk = createDisk(load.recording, load.root, statSync(load.root).ino);
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-cut-'));
  try {
    for (const [cut, position] of positions.entries()) {
      disk.goTo(position);
      const left = join(folder, String(cut));
      disk.cutInto(left, choiceOf(cut, random));
      const due = load.receipts.filter((receipt) => receipt.position <= position).map(({ upload }) => upload);
      await work({ dataDir: join(left, 'data'), due, told: `cut ${cut}, at byte ${position} of ${load.logBytes}` });
      rmSync(left, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every second cut loses all unsynced changes. The other cuts keep some of them. */
function choiceOf(cut: number, random: () => number): Choice {
  const share = cut % 2 === 0 ? 0 : random();
  return { stays: () => random() < share, tears: () => random() < 0.2, sectorStays: () => random() < 0.5 };
}
