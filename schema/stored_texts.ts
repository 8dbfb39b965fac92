import { holdsInstallId } from './own_install.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { holdsPlayerGuid, isAscii, isAssigned, isVisible } from './text.ts';

/**
 * Returns whether the strings in a stored record, given as JSON, satisfy the rules of this release. Records accepted by
 * earlier releases may contain invisible or unassigned characters, a player's GUID, or their own install id (null if
 * unknown). JSON escapes none of these, so the JSON is checked as a whole.
 */
export function hasValidTexts(kind: string, body: string, installId: string | null): boolean {
  return (
    (isAscii(body) || (isVisible(body) && isAssigned(body))) &&
    !holdsPlayerGuid(body) &&
    !(installId !== null && canHoldInstallId(kind) && holdsInstallId(body, installId))
  );
}

/**
 * Returns whether records of this kind contain their install's id, in which case their strings must be searched for it.
 */
export function canHoldInstallId(kind: string): boolean {
  return RECORD_KINDS.get(kind)?.naming === true;
}
