import type { Contact } from '../../domain/values/contact.ts';
import { eitherOf } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { LENGTHS, type Quota } from '../../schema/limits.ts';

/** Reads a variable's text, or says what it must be, as in "TW_PORT must be …". */
export type Parser<T> = (text: string) => Result<T, string>;

/** Names that are longer would leave no room for the rest of a line of credit. */
const TEXT_CHARS_MAX = LENGTHS.credit.max - 100;

export const words: Parser<string> = (text) =>
  /[\p{Cc}\p{Cs}]/u.test(text) || text.length > TEXT_CHARS_MAX
    ? err(`at most ${TEXT_CHARS_MAX} characters without control characters`)
    : ok(text);

export const integer =
  (min: number, max: number): Parser<number> =>
  (text) => {
    const number = Number(text);
    return /^\d{1,9}$/.test(text) && number >= min && number <= max
      ? ok(number)
      : err(`a whole number from ${min} to ${max}`);
  };

export const choice =
  <const T extends string>(...allowed: readonly T[]): Parser<T> =>
  (text) => {
    const found = allowed.find((one) => one === text);
    return found === undefined ? err(eitherOf(allowed)) : ok(found);
  };

export const onOff: Parser<boolean> = (text) => {
  const chosen = choice('on', 'off')(text);
  return chosen.ok ? ok(chosen.value === 'on') : chosen;
};

/** `30/2000`: without a key / with one. A single number counts for both. */
export const quota =
  (example: Quota, max: number): Parser<Quota> =>
  (text) => {
    const match = /^(\d{1,10})(?:\/(\d{1,10}))?$/.exec(text);
    const anonymous = Number(match?.[1]);
    const keyed = Number(match?.[2] ?? match?.[1]);
    const fits = match !== null && anonymous >= 1 && keyed >= 1 && anonymous <= max && keyed <= max;
    return fits
      ? ok({ anonymous, keyed })
      : err(`one or two whole numbers from 1 to ${max}, such as ${example.anonymous}/${example.keyed}`);
  };

const webUrl = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return plain && !/[\p{Cc}\s]/u.test(text) ? url : null;
};

/** Links are built by appending to it, and requests are told apart by it, so its path has no character that is escaped. */
const BASE_PATH = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;

/** Where the instance is reached, without a trailing slash. */
export const baseUrl: Parser<string> = (text) => {
  const url = webUrl(text);
  if (url === null || url.search !== '' || url.hash !== '') {
    return err('an http or https URL without user, query or fragment');
  }
  if (!BASE_PATH.test(url.pathname)) {
    return err('an http or https URL whose path, if any, is of letters, digits and . _ ~ - between single slashes');
  }
  return ok(url.href.replace(/\/+$/, ''));
};

export const link: Parser<string> = (text) => {
  const url = webUrl(text);
  return url === null ? err('an http or https URL without user') : ok(url.href);
};

const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/** How readers reach the operator. */
export const contact: Parser<Contact> = (text) => {
  const address = text.replace(/^mailto:/i, '');
  if (MAIL.test(address)) return ok({ name: address, url: `mailto:${encodeURI(address)}` });
  const url = link(text);
  return url.ok ? ok({ name: url.value, url: url.value }) : err('a mail address, or an http or https URL without user');
};
