import {
  type BuildTaking,
  beginBuild,
  type ImportSettings,
  takeBuild,
} from '../domain/game_files/import/import_build.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { ImportHead } from '../domain/ports/builds.ts';
import type { ChangeLogMode } from '../domain/ports/change_log.ts';
import type { ImportMeta, KeptImport } from '../domain/ports/imports.ts';
import { err, ok, type Result, type StorageResult } from '../domain/values/result.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';
import { sentenceOf } from './sentences.ts';

/** Loads a kept import into an epoch and serves it there; false where it was asked to stop. */
export const takeKept = async (
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  { meta, pieces }: KeptImport,
  changeLog: ChangeLogMode,
): Promise<StorageResult<boolean>> => {
  const ports = { snapshots, clock: builder.clock };
  const row = await takeBuild(ports, headOf(meta), pieces(), settingsOf(builder, changeLog));
  return row.ok ? ok(row.value !== null) : row;
};

/**
 * Serves the kept import where the epoch does not: the command that kept it was killed before it was served. Asked to stop
 * half-way it leaves the rest to the next run.
 */
export const serveKept = async (builder: BuilderContext, epoch: WorkEpoch): Promise<StorageResult<void>> => {
  const kept = await builder.imports.current();
  if (!kept.ok) return kept;
  if (kept.value === null) return ok(undefined);
  const served = await epoch.snapshots.servedImport();
  if (!served.ok) return served;
  const { build, importedAtMs } = kept.value.meta;
  if (served.value?.build === build && served.value.importedAtMs === importedAtMs) return ok(undefined);
  const taken = await takeKept(builder, epoch, kept.value, 'write');
  return taken.ok ? ok(undefined) : taken;
};

/** Begins to load an import that is being kept at the same time. */
export const beginKept = async (
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  meta: ImportMeta,
  changeLog: ChangeLogMode,
): Promise<Result<BuildTaking, string>> => {
  const ports = { snapshots, clock: builder.clock };
  const taking = await beginBuild(ports, headOf(meta), settingsOf(builder, changeLog));
  return taking.ok ? taking : err(sentenceOf(taking.error));
};

const headOf = ({ build, extractedAt, importedAtMs }: ImportMeta): ImportHead => ({
  build,
  extractedAt,
  importedAtMs,
  protocol: PROTOCOL_VERSION,
});

const settingsOf = (builder: BuilderContext, changeLog: ChangeLogMode): ImportSettings => ({
  changeLog,
  goOn: () => builder.pause(),
});
