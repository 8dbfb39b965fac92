import { holdsInstallId } from './own_install.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { holdsPlayerGuid, isAssigned, isVisible } from './text.ts';

/**
 * Whether the texts of a kept record, given as the JSON of its fields, keep the rules of this release. Those that an
 * earlier release took may hold what this one refuses: characters that cannot be seen or are none, a player's GUID, the id of
 * install (null where that is not known). JSON escapes none of these, so the text is judged as a whole.
 */
export function areTextsFit(kind: string, body: string, installId: string | null): boolean {
  return (
    isVisible(body) &&
    isAssigned(body) &&
    !holdsPlayerGuid(body) &&
    !(installId !== null && mayHoldInstallId(kind) && holdsInstallId(body, installId))
  );
}

/** Whether records of this kind name their install, so that their texts are searched for its id. */
export function mayHoldInstallId(kind: string): boolean {
  return RECORD_KINDS.get(kind)?.naming === true;
}
