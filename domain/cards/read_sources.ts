import type { RateList, StoredRate } from '../ports/drops.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { readNamed } from '../reads/names.ts';
import type { CardType } from '../values/entity_page.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { type EntityName, placeholder } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import type { GameFiles } from './game_files.ts';

/** The data that a card reads: the public facts of one snapshot and the rows of the build that it serves. */
export interface CardSnapshot extends Snapshot {
  /** Null if no build was imported. */
  readonly files: GameFiles | null;
}

/** Reads an entity's name. `known` is true if the caller knows that it has public facts and therefore a page. */
export async function nameOf(snapshot: CardSnapshot, type: CardType, id: number, known: boolean): Promise<EntityName> {
  const { name, isFact } = await readNamed(snapshot, type, id);
  return { type, id, name: markedText(name) ?? placeholder(type, id), hasPage: known || isFact };
}

/** Converts rates to drops. `endOf` returns the end of a rate to name: the item or the source. */
export function namedDrops(
  snapshot: CardSnapshot,
  rates: readonly StoredRate[],
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<readonly CardDrop[]> {
  return mapInOrder(rates, async (rate) => {
    const other = await nameOf(snapshot, ...endOf(rate), true);
    return { other, counts: { drops: rate.drops, kills: rate.kills } };
  });
}

/** Maximum number of names in the line about drops that only one or two players saw. */
const NAMED = 3;

/** Reads the names at the other end of drops that only one or two players saw. Their rates are not public. */
export async function namesOfRates(
  snapshot: CardSnapshot,
  { rates, total }: RateList,
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<Shortlist<EntityName>> {
  const names = await mapInOrder(rates.slice(0, NAMED), (rate) => nameOf(snapshot, ...endOf(rate), true));
  return few(names, NAMED, total);
}
