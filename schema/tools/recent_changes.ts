import * as v from 'valibot';
import { flag, id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { DAY_PATTERN, INSTANT_LENGTH_MAX, INSTANT_PATTERN, isDay, isInstant } from '../instants.ts';
import { DAYS_BACK } from '../limits.ts';
import { plain, uri } from '../response_fields.ts';
import { rule } from '../rules.ts';
import { CHANGE_SUBJECTS } from '../vocabulary.ts';
import { limitArgument, locale, many, pageAnswer } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const SINCE_NEEDED = 'a day such as 2026-01-31, or a date-time with Z or an offset such as 2026-01-31T18:30:00Z';

const since = v.pipe(
  v.string(SINCE_NEEDED),
  rule<string>('bad-date', (text) => isDay(text) || isInstant(text), SINCE_NEEDED, {
    anyOf: [{ pattern: DAY_PATTERN }, { pattern: INSTANT_PATTERN }],
    maxLength: INSTANT_LENGTH_MAX,
  }),
  v.description(
    `Only changes since this moment: a UTC day, or a date-time with Z or an offset. If omitted, all changes of the last ${DAYS_BACK.changeLog} days.`,
  ),
);

/** Facts that became public, changed or were withdrawn. */
export const recent_changes = toolContract({
  name: 'recent_changes',
  title: 'Recent changes',
  description: `Facts that recently became public, changed or were withdrawn, newest first: the field and subject, such as an item, NPC or quest, and imported builds of the game. Values are not included; request the subject for them. Changes are kept for ${DAYS_BACK.changeLog} days.`,
  layers: ['observed'],
  arguments: {
    since: optional(since),
    kind: optional(oneOf('Only changes of this kind of subject.', CHANGE_SUBJECTS)),
    limit: withDefault(limitArgument(200), 20),
  },
  output: pageAnswer(
    strictObject('The newest changes.', {
      changes: many(
        'Newest first. Changes of one snapshot have the same time and are in reverse order of recording; if a kind was given, its own fields come before its relations.',
        strictObject('One change.', {
          at: plain('When the snapshot that changed it was written, a date-time.', 40),
          change: oneOf('What happened.', ['became-public', 'withdrawn', 'changed', 'build-imported']),
          kind: oneOf('What it is about.', CHANGE_SUBJECTS),
          id: nullable(id('Its id in the game, or null if it has none.')),
          subject: plain('What exactly it is about, such as "25", or "6:25" for item 25 of vendor 6.', 400),
          name: nullable(plain('Its agreed name, or null if no name has three installs behind it.', 300)),
          locale: locale(),
          field: plain('Which field of it, such as name, or a relation, such as sold_by.', 100),
          url: nullable(uri('Its page here, or null if it has none.')),
          sentence: plain(
            'What happened, in words with names: price of "Axe" (item 25) at "Smith" (npc 6) changed.',
            1_000,
          ),
        }),
        200,
      ),
      more: flag('True where there are further changes, older than these.'),
    }),
  ),
});
