import type { InstanceSetup, ListOperations, Operation } from '../../pipeline/route_docs.ts';
import { EXAMPLE_TIMES, pathParam, UNREACHABLE_SENTENCE, WRONG_PARAMETER } from '../../pipeline/route_docs.ts';
import { ATOM_TYPE, formatAtomFeed } from './atom.ts';

const FEED_CONTENT = {
  type: 'string',
  description:
    'An Atom 1.0 document (RFC 4287) with at most 50 entries, newest first. Titles are plain text and contents are XHTML with absolute links.',
};

/** Documents the endpoint (contract, section 4, Feeds). */
export const listOperations: ListOperations = (setup) => [
  {
    ...describeFeed(setup, '/feeds/recent.atom', 'Recent changes'),
    operationId: 'getRecentFeed',
    summary: 'Feed of recent changes',
    description: 'The newest lines of the change log. The lines of one snapshot and topic form an entry.',
    refusals: { 503: UNREACHABLE_SENTENCE },
  },
  ...SUBJECT_FEEDS.map(
    ([kind, operationId, name, example, changes]): Operation => ({
      ...describeFeed(setup, `/feeds/${kind}/{${kind}}`, `Changes to ${name}`),
      operationId,
      summary: `Feed of ${name}`,
      description: `Changes to ${changes}.`,
      parameters: [
        pathParam(
          kind,
          `The id of ${name} and the ending of feeds.`,
          { type: 'string', pattern: '^[0-9]+\\.atom$', maxLength: 30 },
          `${example}.atom`,
        ),
      ],
      refusals: {
        400: WRONG_PARAMETER,
        404: `Nothing about ${name} with this id is public yet.`,
        503: UNREACHABLE_SENTENCE,
      },
    }),
  ),
  {
    ...describeFeed(setup, '/feeds/realm/{realm}', 'Auction prices on Whitemane'),
    operationId: 'getRealmFeed',
    summary: 'Feed of a realm’s auction prices',
    description:
      'An entry for each of the last days with typical prices of the most traded items, entries for unusual prices, and changes to facts about the realm.',
    parameters: [
      pathParam(
        'realm',
        'The realm in any spelling and the ending of feeds.',
        { type: 'string', pattern: '^.+\\.atom$', maxLength: 200 },
        'Stormrage.atom',
      ),
    ],
    refusals: { 400: WRONG_PARAMETER, 404: 'No price on the realm is public yet.', 503: UNREACHABLE_SENTENCE },
  },
];

const SUBJECT_FEEDS = [
  ['zone', 'getZoneFeed', 'a zone', 14, 'a zone and to the locations of NPCs and objects in it'],
  ['item', 'getItemFeed', 'an item', 25, 'an item and to its sources'],
  ['npc', 'getNpcFeed', 'an NPC', 6, 'an NPC, its relations and its loot'],
  ['quest', 'getQuestFeed', 'a quest', 3, 'a quest and its relations'],
  ['object', 'getObjectFeed', 'an object', 61, 'an object, its locations and its loot'],
] as const;

function describeFeed(
  { settings: { publicUrl, serviceName }, attribution }: InstanceSetup,
  path: string,
  title: string,
): Pick<Operation, 'path' | 'tag' | 'served'> {
  const writtenAtMs = Date.parse(EXAMPLE_TIMES.written);
  const example = { title, path, page: '/recent', entries: [], writtenAtMs, publicUrl, serviceName, attribution };
  return {
    path,
    tag: 'Observed',
    served: [
      {
        description: 'The feed.',
        mediaType: ATOM_TYPE,
        schema: FEED_CONTENT,
        examples: { empty: { summary: 'A feed without entries', value: formatAtomFeed(example) } },
        licence: 'observed',
      },
    ],
  };
}
