import { LOCALES } from '../../schema/vocabulary.ts';

/** A language of the game's client, as the client names it. */
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'enUS';

/** Client languages whose texts are the same as those of another language. */
const SAME_TEXT_LOCALES: Readonly<Record<string, Locale>> = { enGB: 'enUS', ptPT: 'ptBR' };

function isKnownLocale(locale: string): locale is Locale {
  return (LOCALES as readonly string[]).includes(locale);
}

/** Language of a record's texts (contract, section 3, Agreed values). Texts in an `unknown` language do not count. */
export type TextLanguage = 'own' | 'unknown' | Locale;

/** Returns the language of an upload's texts. `sent` is the locale in its envelope; null counts as `own`. */
export function findTextLanguage(sent: string | null, own: Locale): TextLanguage {
  if (sent === null) return 'own';
  const locale = SAME_TEXT_LOCALES[sent] ?? sent;
  if (locale === own) return 'own';
  return isKnownLocale(locale) ? locale : 'unknown';
}

/** A text with its language. `locale` is absent for the instance's language. */
export interface LocalizedText {
  readonly value: string;
  readonly locale?: Locale | undefined;
}

/** Returns an answer's `locale` field. The field is absent for the instance's language. */
export function readLocaleField({ locale }: { readonly locale?: Locale | undefined } = {}): {
  readonly locale?: Locale;
} {
  return locale === undefined ? {} : { locale };
}

/** Appends the language unless it is the instance's own: `Wolf`, `Hund [deDE]`. Returns null if there is no text. */
export function markLanguage(text: LocalizedText | undefined): string | null {
  return text === undefined ? null : text.locale === undefined ? text.value : `${text.value} [${text.locale}]`;
}
