import type { DropReader, RateList, StoredRate } from '../ports/drops.ts';
import type { EdgeReader } from '../ports/edges.ts';
import type { FactReader } from '../ports/facts.ts';
import type { GameReader } from '../ports/game_files.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { readNamed } from '../reads/names.ts';
import type { CardType } from '../values/entity_page.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { type EntityName, placeholder } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import type { GameFiles } from './game_files.ts';

/** What one card is made from: the public facts of one snapshot and the rows of the build that it serves. */
export interface CardSources {
  readonly reader: FactReader & DropReader & EdgeReader & GameReader;
  readonly view: SnapshotView;
  /** Null: no build was imported. */
  readonly files: GameFiles | null;
}

/** What an entity is called. `known`: it has public facts beside those of its own family. */
export async function nameOf(sources: CardSources, type: CardType, id: number, known: boolean): Promise<EntityName> {
  const { name, isFact } = await readNamed(sources, type, id);
  return { type, id, name: markedText(name) ?? placeholder(type, id), hasPage: known || isFact };
}

/** Rates as drops of the item or source that stands at their other end. */
export function namedDrops(
  sources: CardSources,
  rates: readonly StoredRate[],
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<readonly CardDrop[]> {
  return mapInOrder(rates, async (rate) => {
    const other = await nameOf(sources, ...endOf(rate), true);
    return { other, counts: { drops: rate.drops, kills: rate.kills } };
  });
}

/** Names in the one line on what one or two players saw. */
const NAMED = 3;

/** What stands at the other end of rates that one or two players saw: names alone. */
export async function namesOfRates(
  sources: CardSources,
  { rates, total }: RateList,
  endOf: (rate: StoredRate) => readonly [type: CardType, id: number],
): Promise<Shortlist<EntityName>> {
  const names = await mapInOrder(rates.slice(0, NAMED), (rate) => nameOf(sources, ...endOf(rate), true));
  return few(names, NAMED, total);
}
