import { type Search, searchKnowledge } from '../../knowledge/search.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolGround } from '../tool.ts';
import { entriesOf, readKnowledge, type ToldEntry } from './knowledge.ts';
import { numberedEntry } from './numbered.ts';

/** What fits a query, the best first; each entry is found by its id in fetch. */
export const findEntries = async (
  ground: ToolGround,
  search: Search,
): Promise<Result<readonly ToldEntry[], ReadRefusal>> => {
  const numbered = await numberedEntry(ground, search.query);
  if (!numbered.ok) return numbered;
  const first = numbered.value;
  if (first !== null && (search.kind ?? first.kind) === first.kind && search.version === null) return ok([first]);
  return readKnowledge<readonly ToldEntry[]>(ground, [], async (data) => {
    const found = await searchKnowledge(data.reader, data.view, search);
    return found.ok ? entriesOf(data, found.value) : found;
  });
};
