import { type BuildTaking, beginBuild, type ImportSettings, takeBuild } from '../domain/imports/take_build.ts';
import type { ImportHead } from '../domain/ports/builds.ts';
import type { ImportMeta, KeptImport } from '../domain/ports/imports.ts';
import type { ChangeLogMode } from '../domain/ports/snapshots.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { WorkEpoch, Workshop } from '../domain/snapshot/workshop.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';
import { sentenceOf } from './sentences.ts';

/** Loads a kept import into an epoch and serves it there; false where it was asked to stop. */
export const takeKept = async (
  workshop: Workshop,
  { snapshots }: WorkEpoch,
  { meta, pieces }: KeptImport,
  changeLog: ChangeLogMode,
): Promise<Result<boolean, string>> => {
  const ports = { snapshots, clock: workshop.clock };
  const row = await takeBuild(ports, headOf(meta), pieces(), settingsOf(workshop, changeLog));
  return row.ok ? ok(row.value !== null) : err(sentenceOf({ ...row.error, store: 'snapshot' }));
};

/** Begins to load an import that is being kept at the same time. */
export const beginKept = async (
  workshop: Workshop,
  { snapshots }: WorkEpoch,
  meta: ImportMeta,
  changeLog: ChangeLogMode,
): Promise<Result<BuildTaking, string>> => {
  const ports = { snapshots, clock: workshop.clock };
  const taking = await beginBuild(ports, headOf(meta), settingsOf(workshop, changeLog));
  return taking.ok ? taking : err(sentenceOf({ ...taking.error, store: 'snapshot' }));
};

const headOf = (meta: ImportMeta): ImportHead => ({ ...meta, protocol: PROTOCOL_VERSION });

const settingsOf = (workshop: Workshop, changeLog: ChangeLogMode): ImportSettings => ({
  changeLog,
  goOn: () => workshop.pause(),
});
