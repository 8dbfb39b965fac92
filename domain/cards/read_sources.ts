import type { RateList, StoredRate } from '../ports/drops.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { readNamed } from '../reads/names.ts';
import type { CardType } from '../values/entity_page.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { type EntityName, placeholder } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import type { GameFiles } from './game_files.ts';

/** A snapshot and the cards' view of the build that it serves. */
export interface CardSnapshot extends Snapshot {
  /** Null if no build was imported. */
  readonly files: GameFiles | null;
}

/** What an entity is called. `known`: it has public facts beside those of its own family. */
export async function nameOf(snapshot: CardSnapshot, type: CardType, id: number, known: boolean): Promise<EntityName> {
  const { name, isFact } = await readNamed(snapshot, type, id);
  return { type, id, name: markedText(name) ?? placeholder(type, id), hasPage: known || isFact };
}

/** Rates as drops of the item or source that stands at their other end. */
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

/** Names in the one line on what one or two players saw. */
const NAMED = 3;

/** What stands at the other end of rates that one or two players saw: names alone. */
export async function namesOfRates(
  snapshot: CardSnapshot,
  { rates, total }: RateList,
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<Shortlist<EntityName>> {
  const names = await mapInOrder(rates.slice(0, NAMED), (rate) => nameOf(snapshot, ...endOf(rate), true));
  return few(names, NAMED, total);
}
