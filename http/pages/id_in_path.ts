import { badParameter } from '../../domain/reads/refusal.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { Refusal } from '../pipeline/refusal.ts';

/** The last part of a page's path where that is an id of the game, in plain digits. */
export const idInPath = (path: string, name: string): Result<number, Refusal> => {
  const text = path.slice(path.lastIndexOf('/') + 1);
  const id = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && id >= 1 && id <= Number.MAX_SAFE_INTEGER) return ok(id);
  const needed = `a whole number from 1 to ${Number.MAX_SAFE_INTEGER} in plain decimal digits`;
  return err(badParameter(name, `${name} must be ${needed}; it is ${quoted(text)}.`));
};
