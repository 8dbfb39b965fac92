import { systemClock } from '../../adapters/clock.ts';
import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createEpoch, openServedEpoch, serveEpoch } from '../../adapters/data_folder/epoch.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { systemRandom } from '../../adapters/random.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { StoredRecord, UploadReader } from '../../domain/ports/uploads.ts';
import { takeSnapshot } from '../../domain/snapshot/take_snapshot.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../schema/record_kinds.ts';
import { createMemoryUploads } from '../doubles/uploads.ts';
import type { Dice, KindGroup } from './roll_kinds.ts';
import { seeded, type World } from './world.ts';

const INSTALLS = 200;
/** Records are captured at most this many days before they are received. */
const CAPTURED_DAYS = 20;

const KINDS = {
  publicKinds: new Set<string>(PUBLIC_KINDS),
  namedKinds: new Set<string>(
    [...RECORD_KINDS.values()].filter(({ sharing }) => sharing !== null).map(({ kind }) => kind),
  ),
};

/** A record without its number and the time it was received, which a site adds. */
export interface Rolled {
  readonly kind: string;
  readonly installN: number;
  /** Age when it is received. */
  readonly ageMs: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns `rounds` records of each group, fewer of large ones, shuffled. The same seed gives the same records. */
export function rollRecords(
  world: World,
  groups: readonly KindGroup[],
  seed: number,
  rounds: number,
): readonly Rolled[] {
  const share = seeded(seed);
  const upTo = (max: number): number => 1 + Math.floor(share() * max);
  const dice: Dice = { world, share, upTo, draw: (from) => from[upTo(from.length) - 1]! };
  const rolled: Rolled[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { per, roll } of groups) {
      if (round % per !== 0) continue;
      const { kind, ...fields } = roll(dice);
      const ageMs = DAY_MS + Math.floor(share() * CAPTURED_DAYS * DAY_MS);
      rolled.push({ kind, fields, installN: upTo(INSTALLS), ageMs });
    }
  }
  return rolled;
}

/** The rules with which epochs of the bench are built. */
export const SITE_RULES = { feedTime: 'exact', rollups: RULE_VERSIONS } as const;

/** Creates a folder with an empty epoch. */
export async function makeSite(folder: string): Promise<void> {
  const dir = createDataDir(folder);
  await serveEpoch(dir, await createEpoch(dir, SITE_RULES, systemRandom));
}

/**
 * Processes records with the builder's use case, as if received on a UTC day (since 1970), in the epoch of a folder.
 * Returns the milliseconds of the step. The uploads come from memory, so reading them costs nothing.
 */
export async function takeIn(folder: string, records: readonly Rolled[], day: number): Promise<number> {
  const served = await openServedEpoch(createDataDir(folder), SITE_RULES);
  if (!served.ok) throw new Error(`the epoch did not open: ${JSON.stringify(served.error)}`);
  const { evidence, snapshots } = served.value;
  const newest = await snapshots.newest();
  const seq = newest?.seq ?? 0;
  const stored = records.map((record, i) => storedRecord(record, seq + i + 1, day));
  const ports = {
    uploads: uploadsOf(stored),
    evidence,
    snapshots,
    digest: nodeDigest,
    clock: systemClock,
    log: SILENT,
  };
  const started = performance.now();
  const run = await takeSnapshot(ports, { kinds: KINDS, feedTime: 'exact', changeLog: 'write' });
  const ms = performance.now() - started;
  await served.value.close();
  if (!run.ok) throw new Error(`the step failed: ${JSON.stringify(run.error)}`);
  return ms;
}

const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

function storedRecord({ kind, installN, ageMs, fields }: Rolled, seq: number, day: number): StoredRecord {
  const receivedAtMs = day * DAY_MS;
  const capturedAtMs = receivedAtMs - ageMs;
  return {
    seq,
    installN,
    kind,
    receivedAtMs,
    capturedAtMs,
    eventId: `e:${seq}`,
    uploadN: 1 + Math.floor(seq / 500),
    body: JSON.stringify({ kind, capturedAt: new Date(capturedAtMs).toISOString(), ...fields }),
    digest: seq.toString(16).padStart(16, '0'),
    fit: true,
    locale: null,
    grants: KINDS.namedKinds.has(kind) ? [{ n: 1, self: false }] : [],
  };
}

/** Returns the records of one step through the reader's port. */
function uploadsOf(records: readonly StoredRecord[]): UploadReader {
  return {
    ...createMemoryUploads().reader,
    newestSeq: async () => records.at(-1)?.seq ?? 0,
    records: async (fromSeq, toSeq, limit) =>
      records.filter(({ seq }) => fromSeq < seq && seq <= toSeq).slice(0, limit),
    recordsOf: async (seqs) => records.filter(({ seq }) => seqs.includes(seq)),
  };
}
