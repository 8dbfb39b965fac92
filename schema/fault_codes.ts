/**
 * Why a record or an envelope is refused: stable tokens, for programs (contract, section 2). A later minor release may
 * add to them. The first group comes from the schemas here, the second from the rules of intake, which need the clock,
 * the rest of the upload, or what is stored.
 */
export const FAULT_CODES = {
  'wrong-type': 'The value is of another JSON type than its field needs.',
  'kind-missing': 'The record does not say its kind.',
  'kind-unknown': 'The record’s kind is none of the contract.',
  'field-missing': 'A required field is absent.',
  'field-unknown': 'There is a field that the kind does not have.',
  'not-in-list': 'The value is none of those the field allows.',
  'out-of-range': 'The number is below or above its bounds.',
  'wrong-length': 'The text is shorter or longer than its bounds, as sent or once trimmed and composed.',
  'wrong-form': 'The text is not of the form the field needs.',
  'bad-date': 'The text is no date-time or day that exists.',
  'bad-text':
    'The text holds control characters, unpaired surrogates, characters that cannot be seen, or ones that Unicode has not assigned.',
  'player-guid': 'The text holds something that looks like a player’s GUID, in any case.',
  contradictory: 'Fields of the record, each good by itself, cannot be true together.',
  'install-id-in-text': 'A text of the record holds the id of its own install.',
  'too-few': 'The list has fewer entries than it needs.',
  'too-many': 'The list has more entries than it may have.',

  'captured-at-past': 'capturedAt is before the game’s release.',
  'captured-at-future': 'capturedAt is more than a day in the future.',
  'realms-too-many': 'The record names an auction realm beyond the three an upload may name.',
  'sharing-missing': 'A record of a named kind was sent without the matching sharing choice.',
  'grant-missing': 'A record of a named kind was sent without a grant token.',
  'grant-not-covering': 'No grant sent with a named record is valid and covers it.',
  'no-install': 'The upload names no install that the record could belong to.',
  'event-reused': 'The install used the eventId before, with other content.',
  'day-quota': 'The install told as much of the kind for that day as it may (/schema/limits.json).',
  'install-erased': 'The install was erased; nothing of it is taken in again.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof FAULT_CODES;
