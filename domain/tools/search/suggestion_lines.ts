import type { NpcRole, Quality } from '../../../schema/vocabulary.ts';
import { toEntityName } from '../../cards/card.ts';
import { SLOT_NAMES } from '../../cards/vocabulary.ts';
import { formatRange } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { findRequiredSkill } from '../../game_files/recipes.ts';
import type { GameItem, GameRecipe } from '../../ports/build.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import { readItemLook } from '../../reads/entities/item_looks.ts';
import { formatAgreedName, type Zone } from '../../reads/entities/places.ts';
import { type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { toPageUrl } from '../../values/entity_page.ts';
import { groupBy } from '../../values/group_by.ts';
import { type Locale, markLanguage, readLocaleField } from '../../values/language.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { toRecipePath } from '../../values/profession_page.ts';
import { readListedNpcs } from '../browse/npcs.ts';
import { readListedObjects } from '../browse/objects.ts';
import { readListedQuests } from '../browse/quests.ts';
import { readBoardZones } from '../coverage/quest_board.ts';
import { parseId } from './answers/names.ts';
import { type DirectoryEntry, describeDirectory } from './directory.ts';
import { describeSources } from './source_lines.ts';

/** The fields of a suggestion that depend on facts about the entry. */
export interface SuggestionDescription {
  readonly quality: Quality | null;
  readonly icon: string | null;
  /** One short line in plain text. May be empty. */
  readonly line: string;
  readonly url: string | null;
  /** The language of the entry's name, if it differs from the instance's. */
  readonly locale?: Locale;
  /** True if the line, the quality or the icon comes from the game's files. */
  readonly fromFiles: boolean;
}

/** An entry of the knowledge base or of the directory (directory.ts). */
export type SuggestedEntry =
  | Pick<SearchHit, 'layer' | 'id' | 'kind' | 'name'>
  | (DirectoryEntry & { readonly layer: 'directory' });

const PLAIN_DESCRIPTION: SuggestionDescription = { quality: null, icon: null, line: '', url: null, fromFiles: false };

/**
 * Describes entries, keyed by id. The number of reads depends on how many kinds of entry there are, not on the number
 * of entries.
 */
export async function describeEntries(
  snapshot: PublishedSnapshot,
  entries: readonly SuggestedEntry[],
): Promise<ReadonlyMap<string, SuggestionDescription>> {
  const groups = [...groupBy(entries, ({ layer, kind }) => (layer === 'observed' ? kind : layer))];
  const described = await Promise.all(
    groups.map(async ([group, own]) => {
      const known = Object.hasOwn(DESCRIBERS_BY_KIND, group) ? await DESCRIBERS_BY_KIND[group]!(snapshot, own) : [];
      return own.map(({ id }, at) => [id, { ...PLAIN_DESCRIPTION, ...known[at] }] as const);
    }),
  );
  return new Map(described.flat());
}

/** Describes entries, in the same order. */
type EntryDescriber = (
  snapshot: PublishedSnapshot,
  entries: readonly SuggestedEntry[],
) => Promise<readonly Partial<SuggestionDescription>[]>;

/** Names of roles. A quest giver may also take quests. */
const ROLE_WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'quest giver',
  ends: 'quest giver',
  sells: 'vendor',
  trains: 'trainer',
};

/** Describes entries by their kind or, if players did not report them, by their layer. */
const DESCRIBERS_BY_KIND: Readonly<Record<string, EntryDescriber>> = {
  item: describeItems,
  npc: describeNpcs,
  quest: describeQuests,
  quest_chain: describeChains,
  object: describeObjects,
  zone: describeZones,
  recipe: describeRecipes,
  document: describeDocuments,
  directory: (snapshot, entries) => describeDirectory(snapshot, entries as readonly DirectoryEntry[]),
  'game-files': async (_, entries) =>
    entries.map(() => ({ line: 'found in game files, unconfirmed', fromFiles: true })),
};

async function describeItems(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const ids = entries.map(parseId);
  const [facts, lines, files] = await Promise.all([
    snapshot.factsAmong(families.items, ids.map(String)),
    describeSources(snapshot, ids),
    snapshot.game.factsAmong('item', ids.map(String)),
  ]);
  return ids.map((itemId) => {
    const fact = facts.get(`${itemId}`);
    // The import wrote the facts from this type (domain/game_files/import/import_build.ts).
    const filed = files.get(`${itemId}`) as GameItem | undefined;
    const { quality, icon, fromFiles } = readItemLook(fact, filed);
    const source = lines.get(itemId);
    return {
      ...readLocaleField(fact?.name),
      quality,
      icon,
      line: source ?? describeItemKind(quality, filed),
      url: toPageUrl(snapshot.publisher, 'item', itemId),
      fromFiles: fromFiles || (source === undefined && filed !== undefined),
    };
  });
}

/** Returns a line such as `rare, main hand, item level 22` for an item without a known source. */
function describeItemKind(quality: Quality | null, filed: GameItem | undefined): string {
  const slot = SLOT_NAMES.get(filed?.inventoryType ?? 0)?.toLowerCase();
  const level = filed?.itemLevel || null;
  return [quality, slot, level === null ? null : `item level ${level}`].filter((word) => word != null).join(', ');
}

async function describeNpcs(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const npcs = await readListedNpcs(snapshot, entries.map(parseId));
  return npcs.map(({ id, name, levels, roles, zones }) => {
    const level = levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`];
    const has = new Set(roles.map((role) => ROLE_WORDS[role]));
    return {
      ...readLocaleField(name),
      line: [...level, ...has, ...listFirstZoneName(zones)].join(', '),
      url: toPageUrl(snapshot.publisher, 'npc', id),
      fromFiles: isZoneFromFiles(zones),
    };
  });
}

function listFirstZoneName([first]: readonly Zone[]): readonly string[] {
  const name = first === undefined ? null : (formatAgreedName(first) ?? first.mapInFiles);
  return name === null ? [] : [name];
}

function isZoneFromFiles([first]: readonly Zone[]): boolean {
  return first !== undefined && first.mapInFiles !== null;
}

async function describeQuests(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const quests = await readListedQuests(snapshot, entries.map(parseId));
  return quests.map(({ id, name, level, giver }) => {
    const parts = [
      ...(level === null ? [] : [`level ${level}`]),
      ...(giver === null ? [] : [`from ${toEntityName(giver).name}`]),
    ];
    return { ...readLocaleField(name), line: parts.join(', '), url: toPageUrl(snapshot.publisher, 'quest', id) };
  });
}

/** Describes chains of quests by their lengths, with the page of the first quest that three players reported. */
async function describeChains(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const chainIds = entries.map((entry) => `${parseId(entry)}`);
  const facts = await snapshot.factsAmong(families.quest_chains, chainIds);
  const chains = entries.map((entry) => facts.get(`${parseId(entry)}`)?.entry?.value);
  const ids = chains.flatMap((chain) => chain?.questIds.map(String) ?? []);
  const known = await snapshot.factsAmong(families.quests, ids);
  return chains.map((chain) => {
    const first = chain?.questIds.find((id) => known.has(`${id}`));
    return {
      line: `${formatQuantity(chain?.questIds.length ?? 0, 'quest')}${chain?.truncated === true ? ' or more' : ''}`,
      url: first === undefined ? null : `${toPageUrl(snapshot.publisher, 'quest', first)}#chains`,
    };
  });
}

/** Names contents and zone of objects, because many objects have the same name. */
async function describeObjects(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const ids = entries.map(parseId);
  const [objects, rates] = await Promise.all([
    readListedObjects(snapshot, ids),
    snapshot.rates.surestOfSources('object', ids),
  ]);
  const items = await readEntities(snapshot, 'item', [...new Set([...rates.values()].map(({ itemId }) => itemId))]);
  return objects.map(({ object, zones }) => {
    const item = items.get(rates.get(object.id)?.itemId ?? 0);
    const held = item === undefined ? [] : [`with ${toEntityName(item).name}`];
    return {
      ...readLocaleField(object),
      line: [...held, ...listFirstZoneName(zones)].join(', '),
      url: object.url,
      fromFiles: isZoneFromFiles(zones),
    };
  });
}

/** Returns lines such as `level 18–24, Kalimdor`. */
async function describeZones(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const ids = entries.map(parseId);
  const zones = await readBoardZones(snapshot, ids);
  return ids.map((mapId) => {
    const { zone, above, levels } = zones.get(mapId)!;
    const continent = above === null ? [] : [above];
    const level = levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`];
    return {
      ...readLocaleField({ locale: zone.mapLocale }),
      line: [...level, ...listFirstZoneName(continent)].join(', '),
      url: `${snapshot.publisher.publicUrl}/zone/${mapId}`,
      fromFiles: isZoneFromFiles(continent),
    };
  });
}

async function describeRecipes(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const ids = entries.map((entry) => `${parseId(entry)}`);
  const [facts, files] = await Promise.all([
    snapshot.factsAmong(families.recipes, ids),
    snapshot.game.factsAmong('recipe', ids),
  ]);
  return entries.map(({ name }, at) => {
    const recipeId = ids[at]!;
    const fact = facts.get(recipeId);
    const profession = fact?.profession;
    const path = profession == null ? null : toRecipePath({ recipeId, name, profession: profession.value });
    const skill = findRequiredSkill(files.get(recipeId) as GameRecipe | undefined);
    const parts = [markLanguage(profession ?? undefined), skill === null ? null : `skill ${skill} in game files`];
    return {
      ...readLocaleField(fact?.name),
      line: parts.filter((part) => part !== null).join(', '),
      url: path === null ? null : `${snapshot.publisher.publicUrl}${path}`,
      fromFiles: skill !== null,
    };
  });
}

async function describeDocuments(snapshot: PublishedSnapshot, entries: readonly SuggestedEntry[]) {
  const documents = await snapshot.knowledge.excerpts(entries.map(({ id }) => id));
  return entries.map((entry) => {
    const { source = null, url = null } = documents.find(({ id }) => id === entry.id) ?? {};
    return { line: source ?? '', url: /^https?:/i.test(url ?? '') ? url : null };
  });
}
