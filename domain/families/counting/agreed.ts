import { LOCALES } from '../../../schema/vocabulary.ts';
import type { Tally } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import type { Locale } from '../../values/language.ts';
import { IN_LANGUAGE } from './claims_on.ts';

/** A value that enough installs agree on, with how many do. */
export interface Agreed<T> {
  readonly value: T;
  readonly installs: number;
  /** Of a text that is not in the instance's language: its own. */
  readonly locale?: Locale;
}

/**
 * The one value of a field: that of most installs, at least three; a tie is none (contract, section 3, Agreed values).
 * Values are JSON text.
 */
export function oneValue<T>(tallies: readonly Tally[], field: string): Agreed<T> | null {
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
}

/** Every value of a field that three installs hold, in the order of the tallies. */
export function everyValue<T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] {
  return tallies.filter((tally) => tally.field === field && isCorroborated(tally.installs)).map(agreed<T>);
}

/** Every value of a field that three installs ever reported (claims_on.ts, reportsOn), in the order of the tallies. */
export function everyReport<T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] {
  return tallies
    .filter((tally) => tally.field.startsWith(`${field}:`) && isCorroborated(tally.installs))
    .map(agreed<T>);
}

/**
 * The one text of a field (claims_on.ts, inLanguage): in the instance's language, or where installs agree on none there, in
 * the language in which most do. Languages are never mixed: each has votes of its own.
 */
export function oneText<T>(tallies: readonly Tally[], field: string): Agreed<T> | null {
  return oneValue<T>(tallies, field) ?? inEachLanguage<T>(tallies, field).reduce(better, null);
}

/** In the order of the languages; null where installs agree on none. */
function inEachLanguage<T>(tallies: readonly Tally[], field: string): readonly (Agreed<T> | null)[] {
  return LOCALES.map((locale) => translated(locale, oneValue<T>(tallies, `${locale}${IN_LANGUAGE}${field}`)));
}

/** What installs agree on in every language but the one whose text goes first. */
export function otherTexts<T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] {
  const first = oneText<T>(tallies, field);
  return inEachLanguage<T>(tallies, field).filter(
    (text) => text !== null && text.locale !== first?.locale,
  ) as Agreed<T>[];
}

/** The same of every text that three installs ever reported. */
export function everyText<T>(tallies: readonly Tally[], field: string): readonly Agreed<T>[] {
  const own = everyReport<T>(tallies, field);
  if (own.length > 0) return own;
  const others = LOCALES.map((locale) =>
    everyReport<T>(tallies, `${locale}${IN_LANGUAGE}${field}`).map((text) => translated(locale, text)!),
  );
  return others.reduce((best, texts) => (most(texts) > most(best) ? texts : best), []);
}

function translated<T>(locale: Locale, text: Agreed<T> | null): Agreed<T> | null {
  return text && { ...text, locale };
}

function better<T>(best: Agreed<T> | null, text: Agreed<T> | null): Agreed<T> | null {
  return text !== null && text.installs > (best?.installs ?? 0) ? text : best;
}

function most(texts: readonly Agreed<unknown>[]): number {
  return Math.max(0, ...texts.map(({ installs }) => installs));
}

function agreed<T>({ value, installs }: Tally): Agreed<T> {
  return { value: JSON.parse(value) as T, installs };
}

/** The members that are not null nor empty; null where none is left: nothing is public of the subject then. */
export function publicMembers<M extends object>(members: M): PublicMembers<M> | null {
  const standing = Object.entries(members).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return standing.length === 0 ? null : (Object.fromEntries(standing) as PublicMembers<M>);
}

/** A fact has the members that anything is public of. */
export type PublicMembers<M extends object> = { readonly [K in keyof M]?: Exclude<M[K], null> };

/** The value of a member that one value was agreed on; null where there is none. */
export function agreedValue<T>(agreed: Agreed<T> | undefined): T | null {
  return agreed?.value ?? null;
}

/** The values of a member that several were agreed on. */
export function agreedValues<T>(agreed: readonly Agreed<T>[] | undefined): readonly T[] {
  return (agreed ?? []).map(({ value }) => value);
}
