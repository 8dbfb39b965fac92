import { err, ok, type Result } from '../values/result.ts';
import type { OperatorCommand } from './command.ts';

type Message = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isCountOrNull: Check = (value) => value === null || isCount(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isHash: Check = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value as string);
const isDay: Check = (value) => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value as string);

/** The fields of all commands, each with the check for its value. */
const FIELDS: {
  readonly [Op in OperatorCommand['op']]: Readonly<
    Record<Exclude<keyof Extract<OperatorCommand, { op: Op }>, 'op'>, Check>
  >;
} = {
  'key-create': { label: isText },
  'key-list': { after: isCount },
  'key-revoke': { n: isCount },
  'own-key-revoke': { key: isText },
  'key-used': { keyHash: isHash, day: isDay },
  'grant-issue': {
    categories: isTexts,
    guildName: isTextOrNull,
    realm: isTextOrNull,
    character: isTextOrNull,
    installId: isTextOrNull,
    days: isCount,
  },
  'grant-list': { after: isCount },
  'grant-revoke': { n: isCountOrNull, token: isTextOrNull },
  'own-grant-issue': { categories: isTexts, installId: isText, days: isCount },
  'own-grant-revoke': { token: isText },
  erase: { installId: isText },
  'own-erase-preview': { installId: isText },
  'own-erase': { ticket: isText },
  withhold: { installId: isText, reason: isText },
  lift: { installId: isText },
  'clear-orders': { upTo: isCount },
  upload: { uploadId: isText },
  session: { session: isText },
};

const UNKNOWN =
  'The running instance does not know this command: it runs another release than the program that asked. Use the same release for both.';

/** Validates a command received over the socket. The error does not quote the message, which may contain a secret. */
export function readOperatorCommand(message: unknown): Result<OperatorCommand, string> {
  if (typeof message !== 'object' || message === null) return err(UNKNOWN);
  const { op } = message as Message;
  if (typeof op !== 'string' || !Object.hasOwn(FIELDS, op)) return err(UNKNOWN);
  const fields = Object.entries<Check>(FIELDS[op as OperatorCommand['op']]);
  if (!fields.every(([name, check]) => check((message as Message)[name]))) return err(UNKNOWN);
  return ok(message as OperatorCommand);
}
