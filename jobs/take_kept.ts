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
import { err, ok, type Result } from '../domain/values/result.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';
import { sentenceOf } from './sentences.ts';

/** Loads a kept import into an epoch and serves it there; false where it was asked to stop. */
export const takeKept = async (
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  { meta, pieces }: KeptImport,
  changeLog: ChangeLogMode,
): Promise<Result<boolean, string>> => {
  const ports = { snapshots, clock: builder.clock };
  const row = await takeBuild(ports, headOf(meta), pieces(), settingsOf(builder, changeLog));
  return row.ok ? ok(row.value !== null) : err(sentenceOf(row.error));
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

const headOf = (meta: ImportMeta): ImportHead => ({ ...meta, protocol: PROTOCOL_VERSION });

const settingsOf = (builder: BuilderContext, changeLog: ChangeLogMode): ImportSettings => ({
  changeLog,
  goOn: () => builder.pause(),
});
