import { QUALITIES, type Quality } from '../../../schema/vocabulary.ts';
import { families } from '../../families/mod.ts';
import type { GameItem } from '../../ports/build.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { createSnapshotBatchCache } from '../snapshot_cache.ts';

/** An item's quality and icon, which pages show beside its name. */
export interface ItemLook {
  /** The agreed quality, otherwise the one in the game's files, or null if unknown. */
  readonly quality: Quality | null;
  /** The icon's file name in lower case, without its extension, or null if unknown. */
  readonly icon: string | null;
  /** Whether the quality or the icon comes from the game's files. */
  readonly fromFiles: boolean;
}

const CACHED_LOOKS_MAX = 5_000;

/**
 * Reads the looks of items in two reads, however many items there are. Items without public data are included. Looks are
 * kept until the next snapshot, because most pages show the same items.
 */
export function readItemLooks(
  snapshot: Pick<Snapshot, 'factsAmong' | 'game' | 'view'>,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemLook>> {
  return cachedLooks(snapshot, itemIds, async (missing) => {
    const subjects = missing.map(String);
    const [facts, files] = await Promise.all([
      snapshot.factsAmong(families.items, subjects),
      snapshot.game.factsAmong('item', subjects),
    ]);
    // The import wrote the facts from this type (domain/game_files/import/import_build.ts).
    return new Map(
      missing.map((id) => [id, readItemLook(facts.get(`${id}`), files.get(`${id}`) as GameItem | undefined)]),
    );
  });
}

const cachedLooks = createSnapshotBatchCache<number, ItemLook>(CACHED_LOOKS_MAX);

/** Returns the look of an item. An agreed quality takes precedence over the game's files, which are unconfirmed. */
export function readItemLook(
  fact: { readonly quality?: { readonly value: Quality } } | undefined,
  filed: Pick<GameItem, 'qualityId' | 'icon'> | undefined,
): ItemLook {
  const agreed = fact?.quality?.value ?? null;
  const quality = agreed ?? QUALITIES[filed?.qualityId ?? -1] ?? null;
  const icon = filed?.icon || null;
  return { quality, icon, fromFiles: icon !== null || quality !== agreed };
}
