import { LOCALES } from '../../../schema/vocabulary.ts';
import type { Tally } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import type { Locale } from '../../values/language.ts';
import { sumInstalls } from '../../values/witnesses.ts';
import { LANGUAGE_MARK, REPORTERS_FIELD } from './claims_on.ts';

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
const SHOWN_DIVISOR = 10;

/**
 * Whether a value may be shown beside other values of its field: three installs and a tenth of the installs that report
 * the field must report it, so that a few made-up installs add nothing to the reports of many players.
 */
export function isReportedByFew(installs: number, reporters: number): boolean {
  return isCorroborated(installs) && SHOWN_DIVISOR * installs >= reporters;
}

/** Returns every value of a field that three installs and a tenth of the field's installs report, in tally order. */
export function listAgreedValues<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const own = tallies.filter((tally) => tally.field === field);
  const reporters = sumInstalls(own);
  return own.filter(({ installs }) => isReportedByFew(installs, reporters)).map(toAgreedValue<T>);
}

/**
 * Returns every value of a field that three installs have ever reported (claims_on.ts, buildReports), in tally order.
 * If the installs that report the field are counted (buildCountedReports), a tenth of them must have reported the
 * value, too.
 */
export function listValues<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const reporters = tallies.find((tally) => tally.field === `${REPORTERS_FIELD}${field}`)?.installs ?? 0;
  return tallies
    .filter((tally) => tally.field.startsWith(`${field}:`) && isReportedByFew(tally.installs, reporters))
    .map(toAgreedValue<T>);
}

/** The instance's language is preferred if its text has at least one in this many of the best language's installs. */
const OWN_DIVISOR = 3;

/**
 * Returns the agreed text of a field in the instance's language, if it has at least a third of the installs of the
 * language in which most installs agree, otherwise the text in that language (claims_on.ts, markLanguage). Votes in
 * different languages are never added together.
 */
export function agreeOnText<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  const own = agreeOnValue<T>(tallies, field);
  const best = listTextsByLanguage<T>(tallies, field).reduce(pickBetterText, null);
  return own !== null && OWN_DIVISOR * own.installs >= (best?.installs ?? 0) ? own : best;
}

/** Returns the agreed text in the instance's language if `agreeOnText` shows another, so that players still find it. */
export function findMinorityText<T>(tallies: readonly Tally[], field: string): AgreedValue<T> | null {
  return agreeOnText<T>(tallies, field)?.locale === undefined ? null : agreeOnValue<T>(tallies, field);
}

/** Returns the agreed text in each language, in the order of LOCALES, or null for a language without one. */
function listTextsByLanguage<T>(tallies: readonly Tally[], field: string): readonly (AgreedValue<T> | null)[] {
  return LOCALES.map((locale) => addTextLocale(locale, agreeOnValue<T>(tallies, `${locale}${LANGUAGE_MARK}${field}`)));
}

/** Returns the agreed texts in all languages except the one that `agreeOnText` picks, the instance's language first. */
export function listOtherTexts<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const first = agreeOnText<T>(tallies, field);
  return [findMinorityText<T>(tallies, field), ...listTextsByLanguage<T>(tallies, field)].filter(
    (text) => text !== null && text.locale !== first?.locale,
  ) as AgreedValue<T>[];
}

/** Like `agreeOnText`, but returns every text that at least three installs have ever reported. */
export function listAgreedTexts<T>(tallies: readonly Tally[], field: string): readonly AgreedValue<T>[] {
  const own = listValues<T>(tallies, field);
  const others = LOCALES.map((locale) =>
    listValues<T>(tallies, `${locale}${LANGUAGE_MARK}${field}`).map((text) => addTextLocale(locale, text)!),
  );
  const foreign = others.reduce((best, texts) => (findMaxInstalls(texts) > findMaxInstalls(best) ? texts : best), []);
  return own.length > 0 && OWN_DIVISOR * findMaxInstalls(own) >= findMaxInstalls(foreign) ? own : foreign;
}

function addTextLocale<T>(locale: Locale, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text && { ...text, locale };
}

function pickBetterText<T>(best: AgreedValue<T> | null, text: AgreedValue<T> | null): AgreedValue<T> | null {
  return text !== null && text.installs > (best?.installs ?? 0) ? text : best;
}

function findMaxInstalls(texts: readonly AgreedValue<unknown>[]): number {
  return Math.max(0, ...texts.map(({ installs }) => installs));
}

function toAgreedValue<T>({ value, installs }: Tally): AgreedValue<T> {
  return { value: JSON.parse(value) as T, installs };
}

/** Drops null and empty members. Returns null if none is left, in which case nothing about the subject is public. */
export function omitNulls<M extends object>(members: M): NonNullMembers<M> | null {
  const nonEmpty = Object.entries(members).filter(
    ([, member]) => member !== null && !(Array.isArray(member) && member.length === 0),
  );
  return nonEmpty.length === 0 ? null : (Object.fromEntries(nonEmpty) as NonNullMembers<M>);
}

export type NonNullMembers<M extends object> = { readonly [K in keyof M]?: Exclude<M[K], null> };

export function unwrapAgreedValue<T>(agreed: AgreedValue<T> | undefined): T | null {
  return agreed?.value ?? null;
}

export function unwrapAgreedValues<T>(agreed: readonly AgreedValue<T>[] | undefined): readonly T[] {
  return (agreed ?? []).map(({ value }) => value);
}
