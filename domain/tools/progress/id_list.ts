import { compareNumbers } from '../../families/counting/order.ts';
import { type BadParameter, badParameter } from '../../reads/refusal.ts';
import { quote } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';

/** Matches every id in the game. A longer number is not an id. */
const ID_PATTERN = /^[1-9][0-9]{0,15}$/;

/**
 * Parses a comma-separated list of ids, such as `25,39`. Returns the ids in ascending order, without duplicates. Spaces
 * are ignored. `what` describes the ids in the error message for an invalid entry.
 */
export function parseIdList(argument: string, text: string, what: string): Result<readonly number[], BadParameter> {
  const entries = text.split(',').map((entry) => entry.trim());
  // An empty string is an empty list.
  if (entries.length === 1 && entries[0] === '') return ok([]);
  const wrong = entries.find((entry) => !ID_PATTERN.test(entry) || !Number.isSafeInteger(Number(entry)));
  if (wrong !== undefined) {
    const needed = `${what} (whole numbers of 1 or more) with commas between`;
    return err(badParameter(argument, `${argument} must be ${needed}; one entry is ${quote(wrong)}.`));
  }
  return ok([...new Set(entries.map(Number))].sort(compareNumbers));
}
