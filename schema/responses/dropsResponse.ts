import type * as v from 'valibot';
import { always, flag, id, nullable, openObject, optional } from '../fields.ts';
import {
  count,
  estimateFields,
  listSnapshot,
  pageFields,
  pendingEvidence,
  ratio,
  rowsField,
  unreachableField,
} from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { attribution } from './attribution.ts';

function sourceFields() {
  return {
    sourceNpcId: optional(id('The NPC that was looted.')),
    sourceObjectId: optional(id('The object that was looted.')),
  };
}

const windowFields = {
  kills: count('Loot windows that players opened on the source; not kills counted by the game.'),
  reporters: count('Distinct installs that looted the source.'),
  topShare: ratio(
    'The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts.',
  ),
  isPublic: always('Three installs looted the source.', true),
};

/** The fields of a rate, after those that name its source. */
export function rateFields() {
  return {
    itemId: id('The item.'),
    kills: windowFields.kills,
    drops: count('Windows that held the item.'),
    rate: ratio('drops / kills, unrounded.'),
    low: ratio('Lower end of the 95% Wilson interval of the rate, to six decimals.'),
    high: ratio('Upper end of the 95% Wilson interval of the rate, to six decimals.'),
    reporters: windowFields.reporters,
    installs: count(
      'Distinct installs that saw this very item drop there. Under 3 it is what one or two players saw, not yet a fact of the item.',
    ),
    topShare: windowFields.topShare,
    ...estimateFields(),
    public: windowFields.isPublic,
  };
}

const dropRate = openObject('How often an item lay in the loot windows of a source.', {
  ...sourceFields(),
  ...rateFields(),
});

const measuredZero = openObject('A source whose loot windows were all empty.', {
  ...sourceFields(),
  kills: windowFields.kills,
  high: ratio('Upper end of the 95% Wilson interval of the rate of anything it might still drop, to six decimals.'),
  reporters: windowFields.reporters,
  topShare: windowFields.topShare,
  public: windowFields.isPublic,
});

export function dataAsOfField() {
  return nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.'));
}

/** A page of the corroborated drop rates. Rates come first, followed by measured zeros. */
export const dropsResponse = openObject(
  'A page of the corroborated drop rates: rates first, then measured zeros. A source is public once three installs looted it.',
  {
    generatedAt: instant('When the snapshot that is served was written.'),
    dataAsOf: dataAsOfField(),
    stats: openObject('The amount of data behind the rates; if unreachable, 0 means unknown.', {
      uploads: count('Uploads that first brought a loot record.'),
      lootWindows: count('Loot windows that count.'),
      records: count('Loot records, those without evidence of their source included.'),
      waiting: pendingEvidence(),
      unreachable: flag('True when the storage could not be read.'),
      dataAsOf: dataAsOfField(),
    }),
    unreachable: unreachableField(),
    rates: rowsField('The rates on this page.', dropRate),
    measuredZeros: rowsField('The measured zeros on this page.', measuredZero),
    queued: nullable(count('Rates and zeros that wait for their third install; null when unreachable.')),
    totalRates: count('Rates in the whole list.'),
    totalMeasuredZeros: count('Measured zeros in the whole list.'),
    attribution,
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

export type DropsResponse = v.InferOutput<typeof dropsResponse>;
