import { flag, nullable, oneOf, strictObject } from '../fields.ts';
import { build, count, plain, uri } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { many } from './parts.ts';
import { toolContract } from './tool.ts';

const AREAS = [
  ...(['feed', 'drop_rates', 'edges', 'items', 'market', 'tools', 'mcp', 'hover_cards', 'knowledge'] as const),
  ...(['exports', 'uploads', 'keys', 'grants', 'docs'] as const),
] as const;

function counted(description: string) {
  return nullable(count(`${description} Null: unknown, not zero.`));
}

/** The plan of the service: what it offers, and which parts have data yet. */
export const everloot_plan = toolContract({
  name: 'everloot_plan',
  title: 'How to use this service',
  description:
    'The areas of this instance, whether they have data yet, and how to use them: raw feed, drop rates, relations, items, market, tools, tool server, hover cards, exports, keys, grants, uploads, knowledge base and documentation. Call this first to learn where to find something.',
  layers: ['instance', 'observed'],
  arguments: {},
  output: strictObject('The status of each area of the service.', {
    connected: flag('False as long as no upload was ever taken in: then nothing is known, which is not zero.'),
    dataAsOf: nullable(
      plain('Receipt time of the newest upload in the data, a date-time, or null if there is none yet.', 40),
    ),
    build: nullable(build('The build of the game’s files that is served, or null if none was imported.')),
    rows: many(
      'The areas, those to read from first.',
      strictObject('One area.', {
        area: oneOf('Its name.', AREAS),
        title: plain('A short description.', 100),
        status: oneOf('live: it can be used. waiting: there is nothing in it yet. off: it is switched off here.', [
          'live',
          'waiting',
          'off',
        ]),
        how: plain('How to use it.', 500),
        url: uri('Its address.'),
      }),
      20,
    ),
    counts: strictObject('The amount of data.', {
      uploads: counted('Uploads that brought something that counts.'),
      records: counted('Records in the raw feed.'),
      rates: counted('Public drop rates.'),
      measuredZeros: counted('Sources that were looted and never dropped anything.'),
      queued: counted('Rates and zeros that wait for their third install.'),
      observedEdges: counted('Relations that players observed.'),
      clientEdges: counted('Relations of the game’s files.'),
      items: counted('Items of the game’s files.'),
      realms: counted('Realms with public market values.'),
    }),
    attribution,
  }),
});
