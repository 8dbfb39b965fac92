import { QUALITIES, type Quality } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { GameItem } from '../../ports/build.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import type { LocalizedText } from '../../values/language.ts';

/** An agreed value, or the value from the game's files if none is agreed. */
export interface SourcedValue<T> {
  readonly value: T;
  readonly fromFiles: boolean;
}

/** An item as shown in lists. A value is null if neither installs nor the game's files provide it. */
export interface ListedItem {
  readonly id: number;
  readonly name: LocalizedText | undefined;
  readonly quality: SourcedValue<Quality> | null;
  readonly itemLevel: SourcedValue<number> | null;
}

/** Returns the list entries of these items, in the given order. */
export async function readListedItems(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<readonly ListedItem[]> {
  const facts = await snapshot.factsAmong(families.items, ids.map(String));
  const unsaid = ids.map(String).filter((id) => {
    const fact = facts.get(id);
    return fact?.quality === undefined || fact.itemLevel === undefined;
  });
  const files =
    snapshot.view.game === null || unsaid.length === 0 ? NO_ITEMS : await snapshot.game.factsAmong('item', unsaid);
  return ids.map((id) => {
    const { name, quality, itemLevel } = facts.get(`${id}`) ?? {};
    const filed = files.get(`${id}`) as GameItem | undefined;
    return {
      id,
      name,
      quality: preferAgreedValue(quality, QUALITIES[filed?.qualityId ?? -1]),
      itemLevel: preferAgreedValue(itemLevel, filed?.itemLevel),
    };
  });
}

const NO_ITEMS: ReadonlyMap<string, unknown> = new Map();

function preferAgreedValue<T>(agreed: AgreedValue<T> | undefined, filed: T | null | undefined): SourcedValue<T> | null {
  if (agreed !== undefined) return { value: agreed.value, fromFiles: false };
  return filed == null ? null : { value: filed, fromFiles: true };
}
