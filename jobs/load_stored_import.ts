import {
  type BuildImport,
  beginBuildImport,
  type ImportSettings,
  importBuild,
} from '../domain/game_files/import/import_build.ts';
import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { ImportHead } from '../domain/ports/builds.ts';
import type { ChangeLogMode } from '../domain/ports/change_log.ts';
import type { ImportMeta, StoredImport } from '../domain/ports/imports.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';

/** Loads a kept import into an epoch and serves it there; false where it was asked to stop. */
export async function loadStoredImport(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  { meta, pieces }: StoredImport,
  changeLog: ChangeLogMode,
): Promise<boolean> {
  const ports = { snapshots, clock: builder.clock };
  const row = await importBuild(ports, headOf(meta), pieces(), settingsOf(builder, changeLog));
  return row !== null;
}

/**
 * Serves the kept import where the epoch does not: the command that kept it was killed before it was served. Asked to stop
 * half-way it leaves the rest to the next run.
 */
export async function serveStoredImport(builder: BuilderContext, epoch: WorkEpoch): Promise<void> {
  const kept = await builder.imports.current();
  if (kept === null) return;
  const served = await epoch.snapshots.servedImport();
  const { build, importedAtMs } = kept.meta;
  if (served?.build === build && served.importedAtMs === importedAtMs) return;
  await loadStoredImport(builder, epoch, kept, 'write');
}

/** Begins to load an import that is being kept at the same time. */
export async function beginStoredImport(
  builder: BuilderContext,
  { snapshots }: WorkEpoch,
  meta: ImportMeta,
  changeLog: ChangeLogMode,
): Promise<BuildImport> {
  const ports = { snapshots, clock: builder.clock };
  return beginBuildImport(ports, headOf(meta), settingsOf(builder, changeLog));
}

function headOf({ build, extractedAt, importedAtMs }: ImportMeta): ImportHead {
  return {
    build,
    extractedAt,
    importedAtMs,
    protocol: PROTOCOL_VERSION,
  };
}

function settingsOf(builder: BuilderContext, changeLog: ChangeLogMode): ImportSettings {
  return {
    changeLog,
    goOn: () => builder.pause(),
  };
}
