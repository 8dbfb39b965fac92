import { agreeOnText, findMinorityText, omitNulls } from './counting/agreed.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { buildSourceClaims } from './counting/loot_source.ts';

/** The agreed name of an object that players loot, such as a chest or a herb. The subject is the object's id. */
export const objects = defineTalliedFamily({
  name: 'objects',
  version: 3,
  kinds: ['loot'],
  subject: { kind: 'object', id: 0 },
  witnesses: { object: ['ID'] },
  carded: { type: 'object', subject: 'id' },
  claims: (record, { language }) => buildSourceClaims(record, 'object', language),
  facts: (_subject, tallies) =>
    omitNulls({ name: agreeOnText<string>(tallies, 'name'), otherName: findMinorityText<string>(tallies, 'name') }),
  label: {
    kind: 'object',
    name: (fact) => fact.name,
    text: () => 'Object that players loot.',
  },
});
