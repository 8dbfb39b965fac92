import type { ChainLink, UploadReader } from '../ports/uploads.ts';

/** Whether the chain still contains the link that was recorded outside the databases. If not, uploads were lost. */
export async function isInChain(uploads: Pick<UploadReader, 'link'>, noted: ChainLink | null): Promise<boolean> {
  if (noted === null) return true;
  const stored = await uploads.link(noted.n);
  return stored?.digest === noted.digest;
}
