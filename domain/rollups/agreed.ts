import type { FactBody, Tally } from '../ports/facts.ts';
import { isCorroborated } from '../values/corroboration.ts';

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

const agreed = <T>({ value, installs }: Tally): Agreed<T> => ({ value: JSON.parse(value) as T, installs });

/** The members that are not null; null where none is left: nothing is public of the subject then. */
export const publicMembers = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null => {
  const standing = Object.entries(members).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return standing.length === 0 ? null : Object.fromEntries(standing);
};

/** A member that one value was agreed on; null where there is none. */
export const agreedIn = <T>(body: FactBody | null, member: string): Agreed<T> | null =>
  (body?.[member] as Agreed<T> | undefined) ?? null;

/** Every agreed value of a member. */
export const agreedsIn = <T>(body: FactBody | null, member: string): readonly Agreed<T>[] =>
  (body?.[member] ?? []) as readonly Agreed<T>[];

/** The same without how many agree. */
export const valueIn = <T>(body: FactBody | null, member: string): T | null => agreedIn<T>(body, member)?.value ?? null;

export const valuesIn = <T>(body: FactBody | null, member: string): readonly T[] =>
  agreedsIn<T>(body, member).map(({ value }) => value);
