import { LOCALES } from '../../../schema/vocabulary.ts';
import type { Tally } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import type { Locale } from '../../values/language.ts';
import { countTogether } from '../../values/witnesses.ts';
import { IN_LANGUAGE, REPORTERS_FIELD } from './claims_on.ts';

export interface AgreedValue<T> {
  readonly value: T;
  readonly installs: number;
  /** The text's language if it differs from the instance's, otherwise absent. */
  readonly locale?: Locale;
}

/** Returns the value that most installs report, or null on a tie or below three installs (contract, section 3). */
export function agreeOnValue<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  let best: Tally | null = null;
  let tied = false;
  for (const tally of tallies) {
    if (tally.field !== field) continue;
    if (best === null || tally.installs > best.installs) {
      best = tally;
      tied = false;
    } else if (tally.installs === best.installs) tied = true;
  }
  return best === null || tied || !isCorroborated(best.installs) ? null : toAgreedValue<T>(best);
}

/** One in this many installs that report a field must report a value that is shown beside others. */
const SHOWN_ONE_IN = 10;

/**
 * Whether a value may be shown beside other values of its field: three installs and a tenth of the installs that report
 * the field must report it, so that a few made-up installs add nothing to the reports of many players.
 */
export function isMinority(installs: number, reporters: number): boolean {
  return isCorroborated(installs) && SHOWN_ONE_IN * installs >= reporters;
}

/** Returns every value of a field that three installs and a tenth of the field's installs report, in tally order. */
export function listAgreedValues<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const own = tallies.filter((tally) => tally.field === field);
  const reporters = countTogether(own);
  return own.filter(({ installs }) => isMinority(installs, reporters)).map(toAgreedValue<T>);
}

/**
 * Returns every value of a field that three installs have ever reported (claims_on.ts, buildReports), in tally order.
 * If the installs that report the field are counted (buildCountedReports), a tenth of them must have reported the
 * value, too.
 */
export function listReported<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const reporters = tallies.find((tally) => tally.field === `${REPORTERS_FIELD}${field}`)?.installs ?? 0;
  return tallies
    .filter((tally) => tally.field.startsWith(`${field}:`) && isMinority(tally.installs, reporters))
    .map(toAgreedValue<T>);
}

/** The instance's language is preferred if its text has at least one in this many of the best language's installs. */
const OWN_ONE_IN = 3;

/**
 * Returns the agreed text of a field in the instance's language, if it has at least a third of the installs of the
 * language in which most installs agree, otherwise the text in that language (claims_on.ts, markLanguage). Votes in
 * different languages are never added together.
 */
export function agreeOnText<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  const own = agreeOnValue<T>(tallies, field);
  const best = agreeInEachLanguage<T>(tallies, field).reduce(better, null);
  return own !== null && OWN_ONE_IN * own.installs >= (best?.installs ?? 0) ? own : best;
}

/** Returns the agreed text in the instance's language if `agreeOnText` shows another, so that players still find it. */
export function findUnshownText<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  return agreeOnText<T>(tallies, field)?.locale === undefined ? null : agreeOnValue<T>(tallies, field);
}

/** Returns the agreed text in each language, in the order of LOCALES, or null for a language without one. */
function agreeInEachLanguage<T>(tallies: readonly Tally[], field: string): readonly (AgreedValue<T> | null)[] {
  return LOCALES.map((locale) => markTranslated(locale, agreeOnValue<T>(tallies, `${locale}${IN_LANGUAGE}${field}`)));
}

/** Returns the agreed texts in all languages except the one that `agreeOnText` picks, the instance's language first. */
export function listOtherTexts<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const first = agreeOnText<T>(tallies, field);
  return [findUnshownText<T>(tallies, field), ...agreeInEachLanguage<T>(tallies, field)].filter(
    (text) => text !== null && text.locale !== first?.locale,
  ) as AgreedValue<T>[];
}

/** Like `agreeOnText`, but returns every text that at least three installs have ever reported. */
export function listAgreedTexts<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const own = listReported<T>(tallies, field);
  const others = LOCALES.map((locale) =>
    listReported<T>(tallies, `${locale}${IN_LANGUAGE}${field}`).map((text) => markTranslated(locale, text)!),
  );
  const foreign = others.reduce((best, texts) => (findMostInstalls(texts) > findMostInstalls(best) ? texts : best), []);
  return own.length > 0 && OWN_ONE_IN * findMostInstalls(own) >= findMostInstalls(foreign) ? own : foreign;
}

function markTranslated<T>(locale: Locale, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text && { ...text, locale };
}

function better<T>(best: AgreedValue<T> | null, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text !== null && text.installs > (best?.installs ?? 0) ? text : best;
}

function findMostInstalls(texts: readonly AgreedValue<unknown>[]): number {
  return Math.max(0, ...texts.map(({ installs }) => installs));
}

function toAgreedValue<T>({ value, installs }: Tally): AgreedValue<T> {
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

export function readAgreedValue<T>(agreed: AgreedValue<T> | undefined): T | null {
  return agreed?.value ?? null;
}

export function readAgreedValues<T>(agreed: readonly AgreedValue<T>[] | undefined): readonly T[] {
  return (agreed ?? []).map(({ value }) => value);
}
