import type * as v from 'valibot';
import { id, oneOf, openObject, optional } from '../fields.ts';
import { listSnapshot, pageFields, rowsField, unreachableField } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { GATHER_KINDS } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { dataAsOfField, rateFields } from './dropsResponse.ts';

export function gatheringRateRow() {
  return openObject(
    'How often an item was in the windows that players opened on a source by one method of gathering. It has one of sourceNpcId, sourceObjectId, sourceItemId and mapId.',
    {
      method: oneOf('How the items were gathered.', GATHER_KINDS),
      sourceNpcId: optional(id('The NPC that was skinned, robbed or gathered from.')),
      sourceObjectId: optional(id('The object that was gathered from.')),
      sourceItemId: optional(id('The item that was opened, disenchanted, prospected or milled.')),
      mapId: optional(id('The map of the zone that was fished in.')),
      ...rateFields(),
    },
  );
}

/** A page of the corroborated rates of gathering. */
export const gatheringResponse = openObject(
  'A page of the corroborated rates of gathering. A source is public once three installs used it.',
  {
    generatedAt: instant('When the snapshot that is served was written.'),
    dataAsOf: dataAsOfField(),
    unreachable: unreachableField(),
    rates: rowsField('The rates on this page.', gatheringRateRow()),
    attribution,
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

export type GatheringResponse = v.InferOutput<typeof gatheringResponse>;
