import * as v from 'valibot';
import {
  always,
  INTEGER_MAX,
  id,
  integer,
  lengthRule,
  list,
  nullable,
  number,
  oneOf,
  openObject,
  optional,
  token,
} from './fields.ts';
import { LENGTHS, LIMITS } from './limits.ts';
import { rule } from './rules.ts';
import { day } from './time_fields.ts';
import { GAMES, RATE_BASES } from './vocabulary.ts';

/** Fields shared by several responses. Strings written by the service itself need only a length limit. */

export function text(description: string, max: number) {
  return v.pipe(v.string('text'), lengthRule(0, max, `text of at most ${max} characters`), v.description(description));
}

export function uri(description: string) {
  return v.pipe(
    v.string('an absolute URL'),
    rule<string>('wrong-form', (text) => URL.canParse(text), 'an absolute URL', { format: 'uri', maxLength: 2_000 }),
    v.description(description),
  );
}

/** A whole number that is at least 0. */
export function count(description: string) {
  return integer(description, 0);
}

/** Absent if no other realm has the requested name. */
export function otherRealmsField() {
  return optional(list('Other realms of this name.', text('A realm.', 120), 0, 5));
}

/** A fraction from 0 to 1. */
export function ratio(description: string) {
  return number(description, 0, 1);
}

/** The evidence of installs that do not count yet (contract, section 3, Waiting). */
/** The game that an instance collects. */
export function collectedGame() {
  return nullable(
    oneOf('The game whose records this instance counts, or null as long as none is settled: then all count.', GAMES),
  );
}

export function pendingEvidence() {
  return nullable(
    openObject(
      'Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown.',
      {
        installs: count('Installs that have sent public records but do not count yet.'),
        windows: count('Their loot windows, which are in the corpus and in no rate.'),
      },
    ),
  );
}

/** The estimate of a drop rate. Rates in the code, and columns of files, have these fields, too. */
export function estimateFields() {
  return {
    estimate: ratio('The estimated rate: the truth is as likely above as below it. To six decimals.'),
    estimateLow: ratio('Lower end of the range that holds the true rate with 96% probability, to six decimals.'),
    estimateHigh: ratio('Upper end of that range, to six decimals.'),
    effectiveWindows: number('Independent windows that would tell as much, to one decimal.', 0, INTEGER_MAX),
    basis: oneOf(
      'The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.',
      RATE_BASES,
    ),
    always: optional(always('Present if the rate is most likely exactly 1; estimateLow says how low it may be.', true)),
    obtainable: optional(
      oneOf(
        'some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.',
        ['some', 'once'],
      ),
    ),
    disagrees: optional(
      always(
        'Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.',
        true,
      ),
    ),
    quest: optional(
      openObject('Windows of players who had the quest for which the client marks the item. Absent for other items.', {
        questId: id('The quest.'),
        kills: count('Their loot windows on the source.'),
        drops: count('Those that held the item.'),
        rate: ratio('drops / kills, unrounded.'),
        installs: count('Distinct installs that saw the item in them.'),
        reporters: count('Distinct installs that opened them.'),
      }),
    ),
    changed: optional(
      openObject('Present if the rate changed. The estimate then uses the windows since.', {
        since: day('First UTC day of the windows that the estimate uses.'),
        before: ratio('The estimate from the windows before that day, to six decimals.'),
        after: ratio('The estimate from the windows since, to six decimals.'),
      }),
    ),
  };
}

/** An estimated drop rate. Fields that do not apply are absent. */
export type EstimatedRate = v.InferOutput<v.ObjectSchema<ReturnType<typeof estimateFields>, undefined>>;

export function servedField() {
  return always('The request was served.', true);
}

export function build(description: string) {
  return text(description, LENGTHS.build.max);
}

export const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

/** A segment of a URL path: lower-case letters and digits, with `-` in place of all other characters. */
export function slugField(description: string) {
  return token(description, LENGTHS.slug.min, LENGTHS.slug.max, SLUG_PATTERN, 'lower-case letters, digits and "-"');
}

export function unreachableField() {
  return v.pipe(
    v.boolean('true or false'),
    v.description('True if the storage could not be read. Lists are then empty, which means unknown, not none.'),
  );
}

/** A snapshot's name, `<epoch>.<n>`, which is a position in the log of snapshots (contract, section 1, Paging). */
export function snapshotPin(description: string) {
  return token(description, 6, 48, '^[0-9a-z]{4,32}\\.(?:0|[1-9][0-9]{0,14})$', 'an epoch, a dot and a number');
}

/** The fields at the end of every list response (contract, section 1, Paging). */
export function pageFields() {
  return {
    offset: count('The first row of this page.'),
    limit: count('Rows asked for, capped at the caller’s page size.'),
    total: count('Rows of the whole list at the snapshot that the walk is pinned to.'),
    next: nullable(uri('The address of the next page, or null on the last page.')),
  };
}

/** The snapshot from which a list was read. Absent while no snapshot can be read. */
export function listSnapshot() {
  return optional(
    snapshotPin(
      'The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.',
    ),
  );
}

/** The rows of a page. */
export function rowsField<S extends v.GenericSchema>(description: string, row: S) {
  return list(description, row, 0, LIMITS.pageRowsKeyedMax.value);
}
