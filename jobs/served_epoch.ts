import type { BuilderContext, WorkEpoch } from '../domain/operator/builder_context.ts';
import type { UploadReader } from '../domain/ports/uploads.ts';
import { err, type Result } from '../domain/values/result.ts';
import { buildAnew } from './build.ts';

/** Opens the served epoch. If there is none, builds one first. */
export async function servedEpoch(builder: BuilderContext, uploads: UploadReader): Promise<Result<WorkEpoch, string>> {
  const served = await builder.openServed();
  if (served.ok) return served;
  if (served.error.kind === 'refused') return err(served.error.error);
  const built = await buildAnew(builder, uploads);
  if (!built.ok) return built;
  const again = await builder.openServed();
  return again.ok ? again : err('The snapshot could not be opened: run `npm run job -- snapshot` first.');
}
