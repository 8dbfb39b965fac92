import { ID_MAX, LENGTHS } from '../../../schema/limits.ts';
import type * as contracts from '../../../schema/tools/knowledge.ts';
import { buildGameDataNotice } from '../../game_files/import/notice.ts';
import { buildRecordAddress } from '../../knowledge/source.ts';
import type { KnowledgeEntry } from '../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { badParameter } from '../../reads/refusal.ts';
import { err, ok } from '../../values/result.ts';
import type { ContractRule, ToolContext } from '../tool.ts';
import { addProvenance, addReason, createEntry, explainEmpty, readKnowledge, type SourcedEntry } from './knowledge.ts';
import { formatEntity, NAMELESS_KINDS, readListedPage, readPageText } from './page_text.ts';
import type { PagedEntity, PageText } from './paged.ts';

/** Returns one entry of the knowledge base by id, with everything known about it. */
export const get_entity: ContractRule<typeof contracts.get_entity> = {
  answer: async (context, { id }) => {
    const found = await readWholeEntry(context, id);
    const none = `There is no entry with the id ${JSON.stringify(id)}.`;
    return ok(await addReason(context, { hit: found }, found === null, none));
  },
  text: ({ hit, reason = '' }) =>
    hit === null
      ? [reason]
      : [
          `${JSON.stringify(hit.name)} (${hit.kind}, id ${JSON.stringify(hit.id)})`,
          ...renderEntry(hit.id, hit.text),
          `Source: ${JSON.stringify(hit.source)}, ${JSON.stringify(hit.licence)}, ${hit.date}.`,
        ],
};

const NO_ENTRY_ERROR = 'id must be one that search returned; there is no entry with this id.';

/**
 * Returns one entry in the form that connectors expect, with everything known about it. The text of an entity is the
 * text of its page tool. An unknown id is rejected as a bad argument, because the form cannot express "not found".
 */
export const fetch: ContractRule<typeof contracts.fetch> = {
  answer: async (context, { id }) => {
    const found = await readWholeEntry(context, id);
    if (found === null) return err(badParameter('id', await explainEmpty(context, NO_ENTRY_ERROR)));
    const { name, kind, text, url, source, licence, credit, date } = found;
    return ok({
      id,
      title: name,
      text: text === '' ? `${JSON.stringify(name)} (${kind})` : text,
      url: url ?? buildRecordAddress({ id }, context.publisher),
      metadata: { source, licence, credit, date },
    });
  },
  text: ({ id, title, text, url, metadata: { source, licence, date } }) => [
    `${JSON.stringify(title)}, ${url}`,
    ...renderEntry(id, text),
    `Source: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}.`,
  ],
};

/**
 * Renders an entry's text. The text of a page tool already quotes names and is split into lines. Any other text is
 * quoted as data.
 */
function renderEntry(id: string, text: string): readonly string[] {
  if (text === '') return [];
  const isPage = text.includes('\n') && !id.startsWith('doc:');
  return isPage ? text.split('\n') : [JSON.stringify(text)];
}

/**
 * Returns an entry with everything known about it, or null if it has no public data. The text of an entity comes from
 * its page tool; documents have a text of their own. Public entities without an agreed name are also
 * entries and can be found by number.
 */
export function readWholeEntry(context: ToolContext, id: string): Promise<SourcedEntry | null> {
  return readKnowledge<SourcedEntry | null>(context, null, async (snapshot) => {
    const entry = await snapshot.knowledge.entry(id);
    if (entry !== null && entry.layer === 'document') return addProvenance(entry, snapshot);
    const listed = await readListedPage({ ...context, snapshot }, id);
    if (listed !== null) {
      const { kind, name, text, path } = listed;
      const url = path === null ? null : `${context.publisher.publicUrl}${path}`;
      return { ...createPageEntry({ id, kind, extId: null, name, text, observed: true }, snapshot), url };
    }
    const thing = parsePagedEntity(id, entry?.name ?? null);
    if (thing === null) return entry === null ? null : addProvenance(entry, snapshot);
    if (entry === null && !NAMELESS_KINDS.has(thing.kind)) return null;
    const page = await readPageText({ ...context, snapshot }, thing);
    if (page === null) return entry === null ? null : buildPlainEntry(entry, thing, snapshot);
    const { text, name, observed } = page;
    if (entry !== null) return { ...addProvenance(entry, snapshot), text };
    // A vendor is shown on the page of the NPC.
    const kind = thing.kind === 'vendor' ? 'npc' : thing.kind;
    const shown = { id, kind, extId: `${thing.id}`, name: name ?? `${thing.kind} ${thing.id}`, text, observed };
    return createPageEntry(shown, snapshot);
  });
}

const ENTRY_ID_PATTERN = /^([a-z_]{1,40}):([1-9]\d{0,15})$/;

/** Returns the entity with this id, or null if the id does not belong to an entity. */
function parsePagedEntity(id: string, name: string | null): PagedEntity | null {
  const [, kind, digits] = ENTRY_ID_PATTERN.exec(id) ?? [];
  const number = Number(digits);
  return kind === undefined || !Number.isSafeInteger(number) || number > ID_MAX ? null : { kind, id: number, name };
}

/**
 * Builds an entry for an entity without a page: its name and kind, followed by the entry's own text. If only the game's
 * files name the entity, says so.
 */
function buildPlainEntry(entry: KnowledgeEntry, thing: PagedEntity, snapshot: PublishedSnapshot): SourcedEntry {
  const { label } = buildGameDataNotice(snapshot.view.game);
  const own = entry.layer === 'game-files' ? `${label}. Nothing else is known of it yet.` : entry.text;
  const text = [`${formatEntity(thing)}${entry.layer === 'game-files' ? ',' : '.'}`, own];
  return { ...addProvenance(entry, snapshot), text: text.filter((part) => part !== '').join(' ') };
}

/** Returns an entry for something that has a page but no entry of its own in the knowledge base. */
function createPageEntry(
  {
    observed,
    name,
    ...page
  }: Pick<KnowledgeEntry, 'id' | 'kind' | 'extId' | 'name' | 'text'> & Pick<PageText, 'observed'>,
  snapshot: PublishedSnapshot,
): SourcedEntry {
  const layer = observed ? 'observed' : 'game-files';
  return addProvenance(createEntry({ ...page, layer, name: name.slice(0, LENGTHS.knownName.max) }), snapshot);
}
