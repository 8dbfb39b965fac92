import { LOCALES } from '../../schema/vocabulary.ts';

/** A language of the game's client, as the client names it. */
export type Locale = (typeof LOCALES)[number];

/** Of an instance that is not told another. */
export const USUAL_LOCALE: Locale = 'enUS';

/** Clients that name their language otherwise and show the texts of another. */
const SAME_TEXTS: Readonly<Record<string, Locale>> = { enGB: 'enUS', ptPT: 'ptBR' };

function isKnown(locale: string): locale is Locale {
  return (LOCALES as readonly string[]).includes(locale);
}

/**
 * In which language a record's texts count (contract, section 3, Agreed values): `own` in the instance's, `unknown` in
 * none.
 */
export type TextLanguage = 'own' | 'unknown' | Locale;

/** `sent`: what the upload said; null: nothing, which counts as the instance's language. */
export function textLanguage(sent: string | null, own: Locale): TextLanguage {
  if (sent === null) return 'own';
  const locale = SAME_TEXTS[sent] ?? sent;
  if (locale === own) return 'own';
  return isKnown(locale) ? locale : 'unknown';
}

/** A text, and its language where that is not the instance's. */
export interface Worded {
  readonly value: string;
  readonly locale?: Locale | undefined;
}

/** In which language a text is, to stand beside it in an answer: nothing where it is the instance's. */
export function localeOf({ locale }: { readonly locale?: Locale | undefined } = {}): { readonly locale?: Locale } {
  return locale === undefined ? {} : { locale };
}

/** A text with its language behind it, where that is not the instance's: `Wolf`, `Hund [deDE]`; null: none. */
export function markedText(text: Worded | undefined): string | null {
  return text === undefined ? null : text.locale === undefined ? text.value : `${text.value} [${text.locale}]`;
}
