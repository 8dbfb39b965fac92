import { takeBuild } from '../domain/imports/take_build.ts';
import type { KeptImport } from '../domain/ports/imports.ts';
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
  const row = await takeBuild({ snapshots, clock: workshop.clock }, { ...meta, protocol: PROTOCOL_VERSION }, pieces(), {
    changeLog,
    goOn: () => workshop.pause(),
  });
  return row.ok ? ok(row.value !== null) : err(sentenceOf({ ...row.error, store: 'snapshot' }));
};
