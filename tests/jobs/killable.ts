import { createBuilderContext } from '../../adapters/builder_context.ts';
import { systemClock } from '../../adapters/clock.ts';
import { createCommandOwner } from '../../adapters/command_owner.ts';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import type { EpochRules } from '../../adapters/data_folder/epoch.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { openExportEvidence } from '../../adapters/libsql/evidence/export_evidence.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import type { ExportTarget } from '../../domain/exports/write_export.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import type { SnapshotSettings } from '../../domain/snapshot/run.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import type { JobTools } from '../../jobs/job.ts';
import { KINDS, SILENT } from '../domain/snapshot/support.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';

/** Returns a job's tools on a data folder, as jobs/main.ts builds them. */
export function toolsOn(
  dir: DataDir,
  settings: Partial<SnapshotSettings> = {},
  rules: Partial<EpochRules> = {},
): JobTools {
  const builder = createBuilderContext({
    dir,
    rules: { feedTime: 'exact', rollups: RULE_VERSIONS, ...rules },
    kinds: KINDS,
    log: SILENT,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
  });
  const exporter: ExportTarget = {
    openSource: () => openExportSource(dir),
    openEvidence: (epoch) => openExportEvidence(dir, epoch),
    folder: createExportFolder(dir.exports),
    clock: systemClock,
    attribution: createAttribution({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
  };
  const chosen = { ...builder.settings, ...settings };
  return { builder: { ...builder, settings: chosen }, owner: createCommandOwner(dir), exporter, backups: NO_BACKUPS };
}

export class Killed extends Error {}

/** Makes one call of a port. The last allowed call kills the process: afterwards, only closing is possible. */
type Call = <T>(call: () => Promise<T>) => Promise<T>;

function callsUpTo(calls: number): Call {
  let left = calls;
  return async (call) => {
    if (left <= 0) throw new Killed();
    const answer = await call();
    left--;
    if (left === 0) throw new Killed();
    return answer;
  };
}

/** Returns the port with every function counted, except those that do not touch storage. */
function counted<T extends object>(port: T, call: Call): T {
  return Object.fromEntries(
    Object.entries(port).map(([name, member]) =>
      typeof member !== 'function' || UNCOUNTED.has(name)
        ? [name, member]
        : [name, (...args: unknown[]) => call(() => member(...args) as Promise<unknown>)],
    ),
  ) as T;
}

const UNCOUNTED = new Set([
  'close',
  'isDamage',
  'faultOf',
  'shouldContinue',
  'pause',
  'onTable',
  'turn',
  'openServed',
  'createEpoch',
  'begin',
]);

/** Returns tools that die after this many calls of their ports. */
export function dyingAfter(calls: number, { builder, owner, exporter }: JobTools): JobTools {
  const call = callsUpTo(calls);
  const epochOf = <T extends WorkEpoch>(epoch: T): T => ({
    ...counted(epoch, call),
    evidence: counted(epoch.evidence, call),
    snapshots: counted(epoch.snapshots, call),
  });
  const dying: BuilderContext = {
    ...counted(builder, call),
    turn: (work) => builder.turn((uploads) => work(counted(uploads, call))),
    openServed: async () => {
      const served = await call(() => builder.openServed());
      return served.ok ? { ok: true, value: epochOf(served.value) } : served;
    },
    createEpoch: async () => epochOf(await call(() => builder.createEpoch())),
  };
  const folder: ExportTarget['folder'] = {
    ...counted(exporter.folder, call),
    begin: async () => {
      const draft = await call(() => exporter.folder.begin());
      return counted(draft, call);
    },
  };
  return {
    builder: dying,
    owner: counted(owner, call),
    backups: NO_BACKUPS,
    exporter: { ...exporter, openSource: () => call(() => exporter.openSource()), folder },
  };
}
