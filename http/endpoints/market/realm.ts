import { type BadParameter, badParameter } from '../../../domain/reads/refusal.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { codePoints, normaliseName } from '../../../schema/text.ts';

/** Trims and NFC-normalises the name of a realm. Refuses names whose length no realm name can have. */
export function realmNamed(realm: string): Result<string, BadParameter> {
  const name = normaliseName(realm);
  if (isRealmLong(realm) && isRealmLong(name)) return ok(name);
  const { marketRealmLengthMin: min, marketRealmLengthMax: max } = LIMITS;
  const needed = `the name of a realm, of ${min.value} to ${max.value} characters`;
  return err(badParameter('realm', `realm must be ${needed}; it is ${quoted(realm)}.`));
}

function isRealmLong(text: string): boolean {
  const length = codePoints(text);
  return length >= LIMITS.marketRealmLengthMin.value && length <= LIMITS.marketRealmLengthMax.value;
}
