import type { ChainLink, UploadReader } from '../ports/uploads.ts';
import { ok, type StorageResult } from '../values/result.ts';

/** Whether the link that was noted outside the databases stands in the chain still; where it does not, uploads were lost. */
export const standsInChain = async (
  uploads: Pick<UploadReader, 'link'>,
  noted: ChainLink | null,
): Promise<StorageResult<boolean>> => {
  if (noted === null) return ok(true);
  const standing = await uploads.link(noted.n);
  return standing.ok ? ok(standing.value?.digest === noted.digest) : standing;
};
