import type { Tally } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';

/** A value that enough installs agree on, with how many do. */
export interface Agreed<T> {
  readonly value: T;
  readonly installs: number;
}

/**
 * The one value of a field: that of most installs, at least three; a tie is none (contract, section 3, Agreed values).
 * Values are JSON text.
 */
export const oneValue = <T>(tallies: readonly Tally[], field: string): Agreed<T> | null => {
  let best: Tally | null = null;
  let tied = false;
  for (const tally of tallies) {
    if (tally.field !== field) continue;
    if (best === null || tally.installs > best.installs) {
      best = tally;
      tied = false;
    } else if (tally.installs === best.installs) tied = true;
  }
  return best === null || tied || !isCorroborated(best.installs) ? null : agreed<T>(best);
};

/** Every value of a field that three installs hold, in the order of the tallies. */
export const everyValue = <T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] =>
  tallies.filter((tally) => tally.field === field && isCorroborated(tally.installs)).map(agreed<T>);

/** Every value of a field that three installs ever reported (claims_on.ts, reportsOn), in the order of the tallies. */
export const everyReport = <T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] =>
  tallies.filter((tally) => tally.field.startsWith(`${field}:`) && isCorroborated(tally.installs)).map(agreed<T>);

const agreed = <T>({ value, installs }: Tally): Agreed<T> => ({ value: JSON.parse(value) as T, installs });

/** The members that are not null nor empty; null where none is left: nothing is public of the subject then. */
export const publicMembers = <M extends object>(members: M): PublicMembers<M> | null => {
  const standing = Object.entries(members).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return standing.length === 0 ? null : (Object.fromEntries(standing) as PublicMembers<M>);
};

/** A fact has the members that anything is public of. */
export type PublicMembers<M extends object> = { readonly [K in keyof M]?: Exclude<M[K], null> };

/** The value of a member that one value was agreed on; null where there is none. */
export const agreedValue = <T>(agreed: Agreed<T> | undefined): T | null => agreed?.value ?? null;

/** The values of a member that several were agreed on. */
export const agreedValues = <T>(agreed: readonly Agreed<T>[] | undefined): readonly T[] =>
  (agreed ?? []).map(({ value }) => value);
