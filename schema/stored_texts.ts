import { holdsInstallId } from './own_install.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { holdsPlayerGuid, isAssigned, isVisible } from './text.ts';

/**
 * Whether the texts of a stored record, given as JSON, satisfy the rules of this release. Records from earlier
 * releases may contain invisible or unassigned characters, a player's GUID, or their own install id (null if unknown).
 * JSON escapes none of these, so the JSON is checked as a whole.
 */
export function areTextsFit(kind: string, body: string, installId: string | null): boolean {
  return (
    isVisible(body) &&
    isAssigned(body) &&
    !holdsPlayerGuid(body) &&
    !(installId !== null && mayHoldInstallId(kind) && holdsInstallId(body, installId))
  );
}

/** Whether records of this kind name their install, in which case their texts must be searched for the install id. */
export function mayHoldInstallId(kind: string): boolean {
  return RECORD_KINDS.get(kind)?.naming === true;
}
