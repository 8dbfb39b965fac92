import type { FactBody } from '../rollups/rollup.ts';

/** Members of facts are `{value, installs}` or lists of them; a member that is not there is null or empty. */
export const valueIn = <T>(body: FactBody | null, member: string): T | null =>
  (body?.[member] as { readonly value: T } | undefined)?.value ?? null;

export const valuesIn = <T>(body: FactBody | null, member: string): readonly T[] =>
  ((body?.[member] ?? []) as readonly { readonly value: T }[]).map(({ value }) => value);
