import { type BadParameter, badParameter } from '../../domain/reads/refusal.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** Reads a game id in plain digits, as found at the end of a path. Refusals call the id `name`. */
export function readEntityId(text: string, name = 'id'): Result<number, BadParameter> {
  const id = Number(text);
  if (/^[0-9]+$/.test(text) && id >= 1 && id <= Number.MAX_SAFE_INTEGER) return ok(id);
  const needed = `a whole number from 1 to ${Number.MAX_SAFE_INTEGER} in plain decimal digits`;
  return err(badParameter(name, `${name} must be ${needed}; it is ${quoted(text)}.`));
}
