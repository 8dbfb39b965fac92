import { LOCALES } from '../../schema/vocabulary.ts';

/** A language of the game's client, by the client's name for it. */
export type Locale = (typeof LOCALES)[number];

/** Language of an instance if none is configured. */
export const USUAL_LOCALE: Locale = 'enUS';

/** Client languages that show the same texts as another one. */
const SAME_TEXTS: Readonly<Record<string, Locale>> = { enGB: 'enUS', ptPT: 'ptBR' };

function isKnown(locale: string): locale is Locale {
  return (LOCALES as readonly string[]).includes(locale);
}

/**
 * Language in which a record's texts count (contract, section 3, Agreed values). `own` is the instance's language;
 * texts in an `unknown` language do not count.
 */
export type TextLanguage = 'own' | 'unknown' | Locale;

/**
 * Returns the language for texts of an upload. `sent` is the language named by the upload; null counts as the
 * instance's language.
 */
export function textLanguage(sent: string | null, own: Locale): TextLanguage {
  if (sent === null) return 'own';
  const locale = SAME_TEXTS[sent] ?? sent;
  if (locale === own) return 'own';
  return isKnown(locale) ? locale : 'unknown';
}

/** A text with its language, if that is not the instance's. */
export interface LocalizedText {
  readonly value: string;
  readonly locale?: Locale | undefined;
}

/** Returns the language field for an answer. It is absent for the instance's language. */
export function localeOf({ locale }: { readonly locale?: Locale | undefined } = {}): { readonly locale?: Locale } {
  return locale === undefined ? {} : { locale };
}

/** Appends the language unless it is the instance's: `Wolf`, `Hund [deDE]`. Returns null if there is no text. */
export function markedText(text: LocalizedText | undefined): string | null {
  return text === undefined ? null : text.locale === undefined ? text.value : `${text.value} [${text.locale}]`;
}
