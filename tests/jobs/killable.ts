import { systemClock } from '../../adapters/clock.ts';
import type { DataDir } from '../../adapters/data_dir.ts';
import { createCommandDesk } from '../../adapters/desk.ts';
import type { EpochRules } from '../../adapters/epoch.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export_source.ts';
import { createWorkshop } from '../../adapters/workshop.ts';
import { attributionOf } from '../../domain/attribution.ts';
import type { Exporter } from '../../domain/exports/write_export.ts';
import { ROLLUPS } from '../../domain/rollups/mod.ts';
import type { SnapshotSettings } from '../../domain/snapshot/take_snapshot.ts';
import type { WorkEpoch, Workshop } from '../../domain/snapshot/workshop.ts';
import type { JobTools } from '../../jobs/job.ts';
import { KINDS, SILENT } from '../snapshot/support.ts';

/** What a job works with on a data folder, as jobs/main.ts builds it. */
export const toolsOn = (
  dir: DataDir,
  settings: Partial<SnapshotSettings> = {},
  rules: Partial<EpochRules> = {},
): JobTools => {
  const workshop = createWorkshop({
    dir,
    rules: { feedTime: 'exact', rollups: ROLLUPS, ...rules },
    kinds: KINDS,
    log: SILENT,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
  });
  const exporter: Exporter = {
    openSource: () => openExportSource(dir),
    folder: createExportFolder(dir.exports),
    clock: systemClock,
    attribution: attributionOf({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
  };
  const chosen = { ...workshop.settings, ...settings };
  return { workshop: { ...workshop, settings: chosen }, desk: createCommandDesk(dir), exporter };
};

export class Killed extends Error {}

/** Calls a port; the last one it lets pass kills the process: nothing but closing what is open happens after it. */
type Call = <T>(call: () => Promise<T>) => Promise<T>;

const callsUpTo = (calls: number): Call => {
  let left = calls;
  return async (call) => {
    if (left <= 0) throw new Killed();
    const answer = await call();
    left--;
    if (left === 0) throw new Killed();
    return answer;
  };
};

/** The port with every function counted but those that do nothing to storage. */
const counted = <T extends object>(port: T, call: Call): T =>
  Object.fromEntries(
    Object.entries(port).map(([name, member]) =>
      typeof member !== 'function' || UNCOUNTED.has(name)
        ? [name, member]
        : [name, (...args: unknown[]) => call(() => member(...args) as Promise<unknown>)],
    ),
  ) as T;

const UNCOUNTED = new Set([
  'close',
  'isDamage',
  'describeBug',
  'goOn',
  'pause',
  'onTable',
  'turn',
  'openServed',
  'createEpoch',
  'begin',
]);

/** The same tools, dying after so many calls of their ports. */
export const dyingAfter = (calls: number, { workshop, desk, exporter }: JobTools): JobTools => {
  const call = callsUpTo(calls);
  const epochOf = <T extends WorkEpoch>(epoch: T): T => ({
    ...counted(epoch, call),
    evidence: counted(epoch.evidence, call),
    snapshots: counted(epoch.snapshots, call),
  });
  const dying: Workshop = {
    ...counted(workshop, call),
    turn: (work) => workshop.turn((uploads) => work(counted(uploads, call))),
    openServed: async () => {
      const served = await call(() => workshop.openServed());
      return served.ok ? { ok: true, value: epochOf(served.value) } : served;
    },
    createEpoch: async () => epochOf(await call(() => workshop.createEpoch())),
  };
  const folder: Exporter['folder'] = {
    ...counted(exporter.folder, call),
    begin: async () => {
      const draft = await call(() => exporter.folder.begin());
      return draft.ok ? { ok: true, value: counted(draft.value, call) } : draft;
    },
  };
  return {
    workshop: dying,
    desk: counted(desk, call),
    exporter: { ...exporter, openSource: () => call(() => exporter.openSource()), folder },
  };
};
