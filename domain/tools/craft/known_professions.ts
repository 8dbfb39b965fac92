import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import type { PublishedSnapshot } from '../shared/snapshot_data.ts';

/** Number of professions named, so that the sentence stays within the answer's limit. */
const NAMED_MAX = 12;

/** Says that no recipe of a profession is public, and which professions have public recipes. */
export async function noRecipesOf(snapshot: PublishedSnapshot, profession: string): Promise<{ readonly none: string }> {
  const found = await snapshot.professions();
  const spellings = [...new Map(found.map((spelling) => [realmKey(spelling), spelling])).values()].sort();
  const none = `No recipe of the profession ${quoted(profession)} is public.`;
  if (spellings.length === 0) return { none: `${none} No other has any yet, either.` };
  const named = spellings.slice(0, NAMED_MAX).map(quoted).join(', ');
  const more = spellings.length > NAMED_MAX ? ` and ${spellings.length - NAMED_MAX} more` : '';
  return { none: cut(`${none} Known professions: ${named}${more}.`) };
}

/** Cuts the sentence to 500 characters: names of 40 characters can consist of escapes and grow when quoted. */
function cut(sentence: string): string {
  return sentence.length <= 500 ? sentence : `${sentence.slice(0, 499)}…`;
}
