import { LOCALES } from '../../../schema/vocabulary.ts';
import type { Tally } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import type { Locale } from '../../values/language.ts';
import { IN_LANGUAGE } from './claims_on.ts';

export interface AgreedValue<T> {
  readonly value: T;
  readonly installs: number;
  /** The text's language if it differs from the instance's, otherwise absent. */
  readonly locale?: Locale;
}

/** Returns the value that most installs report, or null on a tie or below three installs (contract, section 3). */
export function oneValue<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
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

/** Returns every value of a field that at least three installs report, in tally order. */
export function everyValue<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  return tallies.filter((tally) => tally.field === field && isCorroborated(tally.installs)).map(agreed<T>);
}

/** Returns every value of a field that three installs have ever reported (claims_on.ts, reportsOn), in tally order. */
export function everyReport<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  return tallies
    .filter((tally) => tally.field.startsWith(`${field}:`) && isCorroborated(tally.installs))
    .map(agreed<T>);
}

/**
 * Returns the agreed text of a field in the instance's language, or else in the language in which most installs agree
 * (claims_on.ts, inLanguage). Votes in different languages are never added together.
 */
export function oneText<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  return oneValue<T>(tallies, field) ?? inEachLanguage<T>(tallies, field).reduce(better, null);
}

/** Returns the agreed text in each language, in the order of LOCALES, or null for a language without one. */
function inEachLanguage<T>(tallies: readonly Tally[], field: string): readonly (AgreedValue<T> | null)[] {
  return LOCALES.map((locale) => translated(locale, oneValue<T>(tallies, `${locale}${IN_LANGUAGE}${field}`)));
}

/** Returns the agreed texts in all languages except the one that `oneText` picks. */
export function otherTexts<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const first = oneText<T>(tallies, field);
  return inEachLanguage<T>(tallies, field).filter(
    (text) => text !== null && text.locale !== first?.locale,
  ) as AgreedValue<T>[];
}

/** Like `oneText`, but returns every text that at least three installs have ever reported. */
export function everyText<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const own = everyReport<T>(tallies, field);
  if (own.length > 0) return own;
  const others = LOCALES.map((locale) =>
    everyReport<T>(tallies, `${locale}${IN_LANGUAGE}${field}`).map((text) => translated(locale, text)!),
  );
  return others.reduce((best, texts) => (most(texts) > most(best) ? texts : best), []);
}

function translated<T>(locale: Locale, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text && { ...text, locale };
}

function better<T>(best: AgreedValue<T> | null, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text !== null && text.installs > (best?.installs ?? 0) ? text : best;
}

function most(texts: readonly AgreedValue<unknown>[]): number {
  return Math.max(0, ...texts.map(({ installs }) => installs));
}

function agreed<T>({ value, installs }: Tally): AgreedValue<T> {
  return { value: JSON.parse(value) as T, installs };
}

/** Drops null and empty members. Returns null if none is left, in which case nothing about the subject is public. */
export function publicMembers<M extends object>(members: M): PublicMembers<M> | null {
  const nonEmpty = Object.entries(members).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return nonEmpty.length === 0 ? null : (Object.fromEntries(nonEmpty) as PublicMembers<M>);
}

export type PublicMembers<M extends object> = { readonly [K in keyof M]?: Exclude<M[K], null> };

export function agreedValue<T>(agreed: AgreedValue<T> | undefined): T | null {
  return agreed?.value ?? null;
}

export function agreedValues<T>(agreed: readonly AgreedValue<T>[] | undefined): readonly T[] {
  return (agreed ?? []).map(({ value }) => value);
}
