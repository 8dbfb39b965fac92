import type { UploadReader } from '../domain/ports/uploads.ts';
import { err, type Result } from '../domain/result.ts';
import type { WorkEpoch, Workshop } from '../domain/snapshot/workshop.ts';
import { buildAnew } from './build.ts';

/** The epoch that is served; where there is none yet it is built first. */
export const servedEpoch = async (workshop: Workshop, uploads: UploadReader): Promise<Result<WorkEpoch, string>> => {
  const served = await workshop.openServed();
  if (served.ok) return served;
  if (served.error.kind === 'refused') return err(served.error.error);
  const built = await buildAnew(workshop, uploads);
  if (!built.ok) return built;
  const again = await workshop.openServed();
  return again.ok ? again : err('The snapshot could not be opened: run `npm run job -- snapshot` first.');
};
