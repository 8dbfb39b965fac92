import type { ChainLink, UploadReader } from '../ports/uploads.ts';
import { ok, type Reached } from '../result.ts';

/**
 * The newest link, to be noted outside the databases in place of the one that was noted before. Null where that one does
 * not stand in the chain any more: uploads were lost, and the note stays, since it alone can prove it.
 */
export const linkToNote = async (
  uploads: Pick<UploadReader, 'link' | 'newestLink'>,
  noted: ChainLink | null,
): Promise<Reached<ChainLink | null>> => {
  if (noted !== null) {
    const standing = await uploads.link(noted.n);
    if (!standing.ok) return standing;
    if (standing.value?.digest !== noted.digest) return ok(null);
  }
  return uploads.newestLink();
};
