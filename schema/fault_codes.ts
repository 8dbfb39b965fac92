/**
 * Stable codes that say why a record or an envelope was rejected (contract, section 2). Later minor releases may add
 * codes. The schemas produce the first group. The second comes from intake rules that need the clock, the rest of the
 * upload, or stored data.
 */
export const FAULT_CODES = {
  'wrong-type': 'The value has the wrong JSON type.',
  'kind-missing': 'The record has no kind.',
  'kind-unknown': 'The contract has no such record kind.',
  'field-missing': 'A required field is absent.',
  'field-unknown': 'The kind has no such field.',
  'not-in-list': 'The value is not one of the allowed values.',
  'out-of-range': 'The number is below or above its bounds.',
  'wrong-length': 'The text is shorter or longer than its bounds, as sent or once trimmed and composed.',
  'wrong-form': 'The text does not have the required form.',
  'bad-date': 'The text is not an existing date-time or day.',
  'bad-text':
    'The text holds control characters, unpaired surrogates, characters that cannot be seen, or ones that Unicode has not assigned.',
  'player-guid': 'The text holds something that looks like a player’s GUID, in any case.',
  contradictory: 'Fields of the record contradict each other.',
  'install-id-in-text': 'A text of the record contains the id of its own install.',
  'too-few': 'The list has fewer entries than it needs.',
  'too-many': 'The list has more entries than allowed.',

  'other-game': 'The upload is of another game than the one that the instance collects.',
  'test-client': 'The upload is of a test client, whose game differs from the released one.',
  'before-release': 'capturedAt is before the release of the game that clientBuild names.',
  'captured-at-past': 'capturedAt is before the game’s release.',
  'captured-at-future': 'capturedAt is more than a day in the future.',
  'realms-too-many': 'The record names an auction realm beyond the three an upload may name.',
  'sharing-missing': 'A record of a named kind was sent without the matching sharing choice.',
  'grant-missing': 'A record of a named kind was sent without a grant token.',
  'grant-not-covering': 'No grant sent with a named record is valid and covers it.',
  'no-install': 'The upload names no install that the record could belong to.',
  'event-reused': 'The install already used the eventId with other content.',
  'day-quota': 'The install has reached the limit of this kind for that day (/schema/limits.json).',
  'install-erased': 'The install was erased; its uploads are no longer accepted.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof FAULT_CODES;
