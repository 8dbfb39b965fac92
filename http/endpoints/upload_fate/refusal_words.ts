import type { FaultCode } from '../../../schema/fault_codes.ts';

const NOT_ACCEPTED = 'They are not in a form that this site accepts. A newer version of the addon may help.';
const WRONG_DATE = 'Their date cannot be right. Check the clock of your computer.';
const NOT_COVERED = 'They name players, and no valid permission came with them.';

/** Why records were refused, in words for the player who sent them. */
const REFUSALS: Readonly<Record<FaultCode, string>> = {
  'wrong-type': NOT_ACCEPTED,
  'kind-missing': NOT_ACCEPTED,
  'kind-unknown': NOT_ACCEPTED,
  'field-missing': NOT_ACCEPTED,
  'field-unknown': NOT_ACCEPTED,
  'not-in-list': NOT_ACCEPTED,
  'out-of-range': 'They contain a number that is too small or too large.',
  'wrong-length': NOT_ACCEPTED,
  'wrong-form': NOT_ACCEPTED,
  'bad-date': WRONG_DATE,
  'bad-text': 'They contain characters that cannot be displayed.',
  'player-guid': 'They contain the game’s internal id of a player, which is never stored here.',
  contradictory: 'They contradict themselves.',
  'install-id-in-text': 'They contain the secret id of your addon in a place where everyone could read it.',
  'too-few': NOT_ACCEPTED,
  'too-many': NOT_ACCEPTED,
  'captured-at-past': WRONG_DATE,
  'captured-at-future': WRONG_DATE,
  'realms-too-many': 'They are from more than three auction houses, which is too much for one upload.',
  'sharing-missing': NOT_COVERED,
  'grant-missing': NOT_COVERED,
  'grant-not-covering': NOT_COVERED,
  'no-install': 'They do not say which installation of the addon they are from.',
  'event-reused': 'An earlier report of the same event says something else. The earlier one counts.',
  'day-quota': 'They are more than one player can see in a day.',
  'install-erased': 'Everything from this installation of the addon was erased, and nothing more of it is accepted.',
};

/** Returns the words for a code. Codes of another release have no words of their own. */
export function refusalWords(code: string): string {
  return (REFUSALS as Readonly<Record<string, string>>)[code] ?? NOT_ACCEPTED;
}
