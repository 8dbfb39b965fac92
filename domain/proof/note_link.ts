import type { ChainLink, UploadReader } from '../ports/uploads.ts';

/** Whether the link that was noted outside the databases stands in the chain still; where it does not, uploads were lost. */
export async function standsInChain(uploads: Pick<UploadReader, 'link'>, noted: ChainLink | null): Promise<boolean> {
  if (noted === null) return true;
  const standing = await uploads.link(noted.n);
  return standing?.digest === noted.digest;
}
