import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';

/** A variable of the contract that this release does not act on yet. */
interface NotYet {
  /** What it may be set to all the same: what this release does anyway. null: nothing. */
  readonly usual: string | null;
  /** What this release does not do, as in "since this release does not …". */
  readonly missing: string;
}

/** Set to anything else they stop the start: whoever asks for a stricter rule must not get the usual one. */
export const NOT_YET: ReadonlyMap<string, NotYet> = new Map([
  ['TW_WITNESS_NETWORKS', { usual: '1', missing: 'count the networks of witnesses' }],
]);

/** Why a variable may not be set so; null where it may. What has no usual value may be a secret and is not repeated. */
export const notYetFault = (name: string, value: string): string | null => {
  const known = NOT_YET.get(name);
  if (known === undefined || value === known.usual) return null;
  const since = `since this release does not ${known.missing}`;
  return known.usual === null
    ? `${name} must be left out, ${since}; it is set.`
    : `${name} must be ${known.usual} or left out, ${since}; it is ${JSON.stringify(value.slice(0, SHOWN_CHARS_MAX))}.`;
};
