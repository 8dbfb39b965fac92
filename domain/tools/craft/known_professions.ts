import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';

/** Maximum number of professions named, so that the sentence stays within the length limit. */
const NAMED_MAX = 12;

/** Says that a profession has no public recipes, and which professions do. */
export async function noRecipesOf(snapshot: PublishedSnapshot, profession: string): Promise<{ readonly none: string }> {
  const found = await snapshot.professions();
  const spellings = [...new Map(found.map((spelling) => [realmKey(spelling), spelling])).values()].sort();
  const none = `No recipe of the profession ${quoted(profession)} is public.`;
  if (spellings.length === 0) return { none: `${none} No profession has public recipes yet.` };
  const named = spellings.slice(0, NAMED_MAX).map(quoted).join(', ');
  const more = spellings.length > NAMED_MAX ? ` and ${spellings.length - NAMED_MAX} more` : '';
  return { none: cut(`${none} Known professions: ${named}${more}.`) };
}

/**
 * Cuts the sentence to 500 characters. Names of 40 characters may consist of characters that are escaped, so they can
 * become longer when quoted.
 */
function cut(sentence: string): string {
  return sentence.length <= 500 ? sentence : `${sentence.slice(0, 499)}…`;
}
