import { LENGTHS } from '../../../schema/limits.ts';
import type { KnownEntry } from '../../ports/knowledge.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import type { ToolGround } from '../tool.ts';
import { readKnowledge, type ToldEntry, toldEntry } from './knowledge.ts';
import { entityText, NAMELESS_KINDS, type PagedThing, pageTextOf } from './page_text.ts';

/**
 * An entry with all that is known of it: of an entity what the tool of its page says, of a document its text. What is
 * public without an agreed name is an entry, too, by its number: objects have no names. Null: nothing is public of it.
 */
export function wholeEntry(ground: ToolGround, id: string): Promise<ToldEntry | null> {
  return readKnowledge<ToldEntry | null>(ground, null, async (data) => {
    const entry = await data.reader.known(data.view, id);
    if (entry !== null && entry.layer === 'document') return toldEntry(entry, data);
    const thing = thingOf(id, entry?.name ?? null);
    if (thing === null) return entry === null ? null : toldEntry(entry, data);
    if (entry === null && !NAMELESS_KINDS.has(thing.kind)) return null;
    const page = await pageTextOf({ ...ground, view: data.view }, thing);
    if (page === null) return entry === null ? null : plainEntry(entry, thing, data);
    const { text, name, observed } = page;
    if (entry !== null) return { ...toldEntry(entry, data), text };
    return namelessEntry(id, { ...thing, name }, { text, observed }, data);
  });
}

const ID = /^([a-z_]{1,40}):([1-9]\d{0,15})$/;

/** The entity that an id stands for; null: it is no entity's. */
function thingOf(id: string, name: string | null): PagedThing | null {
  const [, kind, digits] = ID.exec(id) ?? [];
  const number = Number(digits);
  return kind === undefined || !Number.isSafeInteger(number) || number > ID_MAX ? null : { kind, id: number, name };
}

/** The greatest id of the game; no tool takes a greater one. */
const ID_MAX = 2_000_000_000;

/** Of an entity without a page: its name and kind, then what is said of it. */
function plainEntry(entry: KnownEntry, thing: PagedThing, data: SnapshotData): ToldEntry {
  const text = [`${entityText(thing)}.`, entry.text].filter((part) => part !== '').join(' ');
  return { ...toldEntry(entry, data), text };
}

function namelessEntry(
  id: string,
  thing: PagedThing,
  { text, observed }: { readonly text: string; readonly observed: boolean },
  data: SnapshotData,
): ToldEntry {
  // A vendor's page is that of the NPC.
  const paged = thing.kind === 'vendor' ? 'npc' : thing.kind;
  const entry: KnownEntry = {
    ...{ layer: observed ? ('observed' as const) : ('game-files' as const), id, kind: paged, extId: `${thing.id}` },
    ...{ name: (thing.name ?? `${thing.kind} ${thing.id}`).slice(0, LENGTHS.knownName.max), text },
    ...{ url: null, source: null, licence: null, date: null, version: null },
  };
  return toldEntry(entry, data);
}

/**
 * An entry's text as texts hold it: what the tool of a page says as its lines, in which names stand in quotes already;
 * anything else as data, in quotes.
 */
export function textLines(id: string, text: string): readonly string[] {
  if (text === '') return [];
  const isPage = text.includes('\n') && !id.startsWith('doc:');
  return isPage ? text.split('\n') : [JSON.stringify(text)];
}
