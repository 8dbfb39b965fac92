import * as v from 'valibot';
import { list, nullable, oneOf, openObject, optional } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { plain, served } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { HOUSES } from '../vocabulary.ts';
import { attribution } from './attribution.ts';

function realm() {
  return plain('A realm’s name, in its most reported spelling.', 80);
}

/** The realms with public market values. */
export const marketRealmsResponse = openObject('The realms that have public market values.', {
  ok: served(),
  dataAsOf: nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.')),
  realms: list('The realms.', realm(), 0, LIST_MAX.marketRealms),
  houses: optional(
    v.pipe(
      v.record(realm(), list('Its auction houses.', oneOf('An auction house.', HOUSES), 0, HOUSES.length)),
      v.description(
        'Per realm, the auction houses that have public values of their own, from scans that named their house.',
      ),
    ),
  ),
  attribution,
});

export type MarketRealmsResponse = v.InferOutput<typeof marketRealmsResponse>;
