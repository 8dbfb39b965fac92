import * as v from 'valibot';
import { flag, id, nullable, oneOf, optional, strictObject, table } from '../fields.ts';
import { DAY_PATTERN, INSTANT_LENGTH_MAX, INSTANT_PATTERN, isDay, isInstant } from '../instants.ts';
import { DAYS_BACK } from '../limits.ts';
import { build, collectedGame, count, text, uri } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { rule } from '../rules.ts';
import { CHANGE_SUBJECTS } from '../vocabulary.ts';
import { array, limitArgument, locale, pageAnswer } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const PLAN_AREAS = [
  ...(['feed', 'drop_rates', 'edges', 'items', 'market', 'tools', 'mcp', 'hover_cards', 'knowledge'] as const),
  ...(['exports', 'uploads', 'keys', 'grants', 'docs'] as const),
] as const;

function countField(description: string) {
  return nullable(count(`${description} Null: unknown, not zero.`));
}

export const everloot_plan = toolContract('everloot_plan', {
  title: 'How to use this service',
  description:
    'The areas of this instance, whether they have data yet, and how to use them: raw feed, drop rates, relations, items, market, tools, tool server, hover cards, exports, keys, grants, uploads, knowledge base and documentation. Call this first to learn where to find something.',
  layers: ['instance', 'observed'],
  arguments: {},
  output: strictObject('The status of each area of the service.', {
    connected: flag('False as long as no upload was ever taken in: then nothing is known, which is not zero.'),
    reason: optional(text('Why nothing is known, in one sentence.', 500)),
    dataAsOf: nullable(
      text('Receipt time of the newest upload in the data, a date-time, or null if there is none yet.', 40),
    ),
    game: optional(collectedGame()),
    build: nullable(build('The build of the game’s files that is served, or null if none was imported.')),
    rows: table('The areas, those to read from first.', [0, 20], 'One area.', {
      area: oneOf('Its name.', PLAN_AREAS),
      title: text('A short description.', 100),
      status: oneOf('live: it can be used. waiting: there is nothing in it yet. off: it is switched off here.', [
        'live',
        'waiting',
        'off',
      ]),
      how: text('How to use it.', 500),
      url: uri('Its address.'),
    }),
    counts: strictObject('The amount of data.', {
      uploads: countField('Uploads that brought something that counts.'),
      records: countField('Records in the raw feed.'),
      rates: countField('Public drop rates.'),
      measuredZeros: countField('Sources that were looted and never dropped anything.'),
      queued: countField('Rates and zeros that wait for their third install.'),
      observedEdges: countField('Relations that players observed.'),
      clientEdges: countField('Relations of the game’s files.'),
      items: countField('Items of the game’s files.'),
      realms: countField('Realms with public market values.'),
    }),
    attribution,
  }),
});

const SINCE_NEED = 'a day such as 2026-01-31, or a date-time with Z or an offset such as 2026-01-31T18:30:00Z';

const sinceArgument = v.pipe(
  v.string(SINCE_NEED),
  rule<string>('bad-date', (text) => isDay(text) || isInstant(text), SINCE_NEED, {
    anyOf: [{ pattern: DAY_PATTERN }, { pattern: INSTANT_PATTERN }],
    maxLength: INSTANT_LENGTH_MAX,
  }),
  v.description(
    `Only changes since this moment: a UTC day, or a date-time with Z or an offset. If omitted, all changes of the last ${DAYS_BACK.changeLog} days.`,
  ),
);

export const recent_changes = toolContract('recent_changes', {
  title: 'Recent changes',
  description: `Facts that recently became public, changed or were withdrawn, newest first: the field and subject, such as an item, NPC or quest, and imported builds of the game. Values are not included; request the subject for them. Changes are kept for ${DAYS_BACK.changeLog} days.`,
  layers: ['observed'],
  arguments: {
    since: optional(sinceArgument),
    kind: optional(oneOf('Only changes of this kind of subject.', CHANGE_SUBJECTS)),
    limit: withDefault(limitArgument(200), 20),
  },
  output: pageAnswer('The newest changes.', {
    changes: array(
      'Newest first. Changes of one snapshot have the same time and are in reverse order of recording; if a kind was given, its own fields come before its relations.',
      strictObject('One change.', {
        at: text('When the snapshot that changed it was written, a date-time.', 40),
        change: oneOf('What happened.', ['became-public', 'withdrawn', 'changed', 'build-imported']),
        kind: oneOf('What it is about.', CHANGE_SUBJECTS),
        id: nullable(id('Its id in the game, or null if it has none.')),
        subject: text('What exactly it is about, such as "25", or "6:25" for item 25 of vendor 6.', 400),
        name: nullable(text('Its agreed name, or null if no name has three installs behind it.', 300)),
        locale: locale(),
        field: text('Which field of it, such as name, or a relation, such as sold_by.', 100),
        url: nullable(uri('Its page here, or null if it has none.')),
        sentence: text('The change in words, such as: "Axe" (item 25) at "Smith" (npc 6): price changed.', 1_000),
      }),
      200,
    ),
    more: flag('True where there are further changes, older than these.'),
  }),
});
