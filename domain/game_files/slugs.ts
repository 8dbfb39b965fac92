import { QUALITIES } from '../../schema/vocabulary.ts';

/** Slugs identify classes, slots and qualities, for which the client only has numbers (contract, section 4, Slugs). */

/** Maximum length of a slug made from a name. The published schemas allow 80 characters, leaving room for an id. */
const SLUG_CHARS_MAX = 64;

/**
 * Converts a name to a slug: a-z and 0-9, with single hyphens in place of the rest. Returns null if nothing is left.
 */
export function createSlug(name: string): string | null {
  const slug = hyphenateText(hyphenateText(name.toLowerCase()).slice(0, SLUG_CHARS_MAX));
  return slug === '' ? null : slug;
}

function hyphenateText(text: string): string {
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Assigns a unique slug to each id. A taken slug gets `-<id>` appended; an id without a name gets its number. */
export function assignSlugs(
  named: Iterable<{ readonly id: number; readonly name: string | null }>,
): ReadonlyMap<number, string> {
  const slugs = new Map<number, string>();
  const taken = new Set<string>();
  for (const { id, name } of named) {
    let slug = (name === null ? null : createSlug(name)) ?? `${id}`;
    while (taken.has(slug)) slug = `${slug}-${id}`;
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}

export interface ItemSlot {
  readonly slug: string;
  readonly name: string;
  readonly inventoryTypes: readonly number[];
}

/** All slots. Items of inventory type 0 are not worn, and types not listed here have no slot. */
export const ITEM_SLOTS: readonly ItemSlot[] = [
  { slug: 'head', name: 'Head', inventoryTypes: [1] },
  { slug: 'neck', name: 'Neck', inventoryTypes: [2] },
  { slug: 'shoulder', name: 'Shoulder', inventoryTypes: [3] },
  { slug: 'shirt', name: 'Shirt', inventoryTypes: [4] },
  { slug: 'chest', name: 'Chest', inventoryTypes: [5, 20] },
  { slug: 'waist', name: 'Waist', inventoryTypes: [6] },
  { slug: 'legs', name: 'Legs', inventoryTypes: [7] },
  { slug: 'feet', name: 'Feet', inventoryTypes: [8] },
  { slug: 'wrist', name: 'Wrist', inventoryTypes: [9] },
  { slug: 'hands', name: 'Hands', inventoryTypes: [10] },
  { slug: 'finger', name: 'Finger', inventoryTypes: [11] },
  { slug: 'trinket', name: 'Trinket', inventoryTypes: [12] },
  { slug: 'one-hand', name: 'One-hand', inventoryTypes: [13] },
  { slug: 'off-hand', name: 'Off-hand', inventoryTypes: [14, 22, 23] },
  { slug: 'ranged', name: 'Ranged', inventoryTypes: [15, 25, 26] },
  { slug: 'back', name: 'Back', inventoryTypes: [16] },
  { slug: 'two-hand', name: 'Two-hand', inventoryTypes: [17] },
  { slug: 'bag', name: 'Bag', inventoryTypes: [18] },
  { slug: 'tabard', name: 'Tabard', inventoryTypes: [19] },
  { slug: 'main-hand', name: 'Main hand', inventoryTypes: [21] },
  { slug: 'ammo', name: 'Ammo', inventoryTypes: [24] },
  { slug: 'quiver', name: 'Quiver', inventoryTypes: [27] },
  { slug: 'relic', name: 'Relic', inventoryTypes: [28] },
];

const SLOT_BY_TYPE: ReadonlyMap<number, string> = new Map(
  ITEM_SLOTS.flatMap(({ slug, inventoryTypes }) => inventoryTypes.map((type) => [type, slug])),
);

/** Returns the slot of an inventory type, or null if the type is not worn, unknown or missing in the files. */
export function findSlotSlug(inventoryType: number | null): string | null {
  return SLOT_BY_TYPE.get(inventoryType ?? 0) ?? null;
}

/** All qualities, in the order of the client's ids, 0 to 7. */
export const ITEM_QUALITIES: readonly { readonly id: number; readonly name: string; readonly slug: string }[] =
  QUALITIES.map((slug, id) => ({ id, name: slug.charAt(0).toUpperCase() + slug.slice(1), slug }));

export function findQualitySlug(qualityId: number | null): string | null {
  return qualityId === null ? null : (QUALITIES[qualityId] ?? null);
}
