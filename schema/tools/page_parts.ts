import type * as v from 'valibot';
import { copper, flag, id, nullable, nullableObject, number, oneOf, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX, REAGENTS_MAX } from '../limits.ts';
import { count, estimateFields, ratio, text } from '../response_fields.ts';
import { GATHER_KINDS } from '../vocabulary.ts';
import { thresholdBounds, thresholdRange } from './craft_parts.ts';
import { agreed, agreedText, array, day, entity, installs, locale } from './parts.ts';

/** Schema parts shared by the pages of items, NPCs, objects, quests and vendors. */

/** The first rows of a list, and the total number of rows. The description states the order. */
export function topRows<S extends v.GenericSchema>(description: string, row: S, max: number) {
  return strictObject(description, {
    total: count('Number of public ones, including those not listed here.'),
    rows: array(`The first of them, at most ${max}.`, row, max),
  });
}

/** Like `topRows`, for rows that are objects with these fields. */
export function firstRows<E extends v.ObjectEntries>(description: string, max: number, row: string, entries: E) {
  return topRows(description, strictObject(row, entries), max);
}

/** Number of installs that reported a relation, and the first and last day of their reports. */
export function seen() {
  return {
    installs: installs(),
    firstSeen: day('The earliest day that three installs support.'),
    lastSeen: day('The latest day that three installs support.'),
  };
}

/** A map on which an NPC or object was seen. */
export function place() {
  return strictObject('A map that players saw it on.', {
    mapId: id('The map.'),
    map: nullable(text('Its agreed name, or null if no name has three installs behind it.', 120)),
    mapLocale: locale(),
    mapInFiles: nullable(
      text('Its name in the game’s files, where there is no agreed one (see gameData).', LENGTHS.fileName.max),
    ),
    ...seen(),
    pins: topRows(
      'Locations on the map, those with most installs first, then from the top and the left.',
      pinSchema(),
      LIST_MAX.pins,
    ),
  });
}

function pinSchema() {
  return strictObject('A place where several installs saw it.', {
    x: number('Percent of the map’s width from its left edge.', 0, 100),
    y: number('Percent of the map’s height from its upper edge.', 0, 100),
    installs: installs(),
  });
}

/** The locations of an NPC or object listed on another entity's page. Only the first entries of a list have them. */
export function places(max: number) {
  return nullable(
    array(
      'The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row.',
      place(),
      max,
    ),
  );
}

/** An NPC's levels, as shown on another entity's page. */
export function levels() {
  return nullableObject('Its levels, or null if none is public.', {
    min: count('The lowest that three installs saw.'),
    max: count('The highest that three installs saw.'),
  });
}

/** The number of a source's loot windows that contained an item, and the rate. */
export function rateFields() {
  return {
    kills: count('Loot windows that players opened on the source.'),
    drops: count('Windows that held the item.'),
    rate: ratio('drops / kills.'),
    low: ratio('Lower bound of the rate (Wilson, 95%).'),
    high: ratio('Upper bound of the rate (Wilson, 95%).'),
    reporters: count('Distinct installs that looted the source.'),
    installs: count('Distinct installs that saw this very drop.'),
    topShare: ratio(
      'The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.',
    ),
    ...estimateFields(),
  };
}

/** The loot of a source. */
export function loot() {
  return strictObject('Its loot, from loot windows whose source the client named.', {
    kills: count('Loot windows that players opened on it.'),
    reporters: count('Distinct installs that opened them.'),
    measuredZero: flag('True when every one of these windows was empty: it drops nothing, as far as was measured.'),
    zeroHigh: nullable(
      ratio(
        'Of a measured zero: upper bound (Wilson, 95%) of the rate of anything that it might hold after all; else null.',
      ),
    ),
    topShare: ratio('The greatest share of these windows that one install opened.'),
    drops: topRows(
      'Drops that at least three installs saw, sorted by estimateLow (highest first), then by number of drops and item.',
      strictObject('An item and how often it dropped.', { item: entity('The item.'), ...rateFields() }),
      LIST_MAX.drops,
    ),
    dropsSeenByFew: topRows(
      'Drops that only one or two installs saw, in the same order. They are unconfirmed, so do not state them as facts.',
      strictObject('An item and how often it dropped.', { item: entity('The item.'), ...rateFields() }),
      LIST_MAX.seenByFew,
    ),
  });
}

/** The items that were gathered from an entity. */
export function gathering() {
  return topRows(
    'Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first).',
    strictObject('An item and how often it was gathered.', {
      method: gatheringMethod(),
      item: entity('The item.'),
      ...rateFields(),
    }),
    LIST_MAX.drops,
  );
}

export function gatheringMethod() {
  return oneOf('How it was gathered.', GATHER_KINDS);
}

/** A vendor's price of an item. */
export function offer() {
  return {
    prices: array(
      'Prices for one that three installs, and a tenth of those that reported it there, saw last. The leading price, which most saw, comes first. In copper.',
      price(),
      LIST_MAX.prices,
    ),
    withReputation: reducedPrices(),
    limited: nullable(
      agreed(
        'Whether the stock is limited. Null if fewer than three installs say so, or as many say the opposite.',
        flag('True if it is limited.'),
      ),
    ),
    limitedStock: nullable(agreed('The vendor’s stock, if installs agree that it is limited.', count('Pieces.'))),
    ...seen(),
  };
}

export function reducedPrices() {
  return array(
    'Prices that players with a reputation discount pay, which the leading price replaces. In copper.',
    price(),
    LIST_MAX.prices,
  );
}

export function price() {
  return agreed('A price.', copper('The price.'));
}

/** An item that a vendor sells. */
export function good() {
  return strictObject('One of the goods.', { item: entity('The item.'), ...offer() });
}

function someField() {
  return strictObject('An item with its quantity.', { item: entity('The item.'), count: count('How many.') });
}

/** A recipe, as shown on the page of an item that the recipe uses or makes. */
export function recipe() {
  return strictObject('A recipe as installs agree on it.', {
    recipe: entity('The recipe, by its spell’s id.'),
    profession: nullable(agreedText('The profession it belongs to.', text('Its name.', 40))),
    makes: nullableObject('The item it makes.', {
      item: entity('The item.'),
      installs: installs(),
      min: nullable(agreed('The fewest it makes at once.', count('Pieces.'))),
      max: nullable(agreed('The most it makes at once.', count('Pieces.'))),
    }),
    reagents: nullableObject('Its list of reagents, which installs agree on as a whole.', {
      installs: installs(),
      rows: array('By item id.', someField(), REAGENTS_MAX),
    }),
    thresholds: nullable(
      strictObject('Skills at which it changes colour according to players’ reports, or null if there are none.', {
        yellow: thresholdRange('The skill from which it is yellow: a craft no longer always raises the skill.'),
        green: thresholdRange('The skill from which it is green.'),
        grey: thresholdRange('The skill from which it is grey: a craft no longer raises the skill.'),
        bounds: thresholdBounds(),
      }),
    ),
    taughtBy: nullableObject(
      'The item that teaches it, as installs agree, or null if none is known. Trainers are not listed here.',
      { item: entity('The item.'), installs: installs() },
    ),
  });
}
