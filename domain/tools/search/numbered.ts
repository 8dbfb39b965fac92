import type { ToolContext } from '../tool.ts';
import type { SourcedEntry } from './knowledge.ts';
import { wholeEntry } from './whole_entry.ts';

/** The kind and number of an entity at the end of a query: `item 2589`, `npc:240`, `What is in object #7?`. */
const NUMBERED =
  /(?:^|\s)(item|npc|quest|object|zone|spell|recipe|achievement|faction|title)\s*[:# ]\s*#?(\d{1,10})\s*\??\s*$/iu;

/** Returns the entity that a query names by number, or null if it names none or the entity has no public data. */
export async function numberedEntry(context: ToolContext, query: string): Promise<SourcedEntry | null> {
  const [, kind, digits] = NUMBERED.exec(query) ?? [];
  return kind === undefined ? null : wholeEntry(context, `${kind.toLowerCase()}:${Number(digits)}`);
}
