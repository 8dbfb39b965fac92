import { formatQuantity } from '../../values/phrases.ts';

interface Entry {
  readonly index: number;
}

/**
 * Returns a sentence if a receipt does not name each of an upload's records once, otherwise null. A record that it
 * leaves out may never have been stored, so such a receipt confirms nothing.
 */
export function findFault(records: number, accepted: readonly Entry[], rejected: readonly Entry[]): string | null {
  const missing = new Set(Array.from({ length: records }, (_, index) => index));
  const wrong = [...accepted, ...rejected].find(({ index }) => !missing.delete(index));
  const [first] = missing;
  if (wrong === undefined && first === undefined) return null;
  const isKnown = wrong !== undefined && wrong.index >= 0 && wrong.index < records;
  const found =
    wrong === undefined
      ? `record ${first} is missing`
      : isKnown
        ? `record ${wrong.index} is named twice`
        : `there is no record ${wrong.index}`;
  return `The receipt must name each of the ${formatQuantity(records, 'record')} of the upload once, in accepted or rejected and counted from 0; ${found}. The upload counts as not sent: send the file again later. Records that were stored after all count once.`;
}
