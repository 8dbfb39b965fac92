import { called } from '../../reads/entities/snapshot_data.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import type { Result } from '../../values/result.ts';
import { entity_relations } from '../pages/entity_relations.ts';
import { item_page } from '../pages/item_page.ts';
import { npc_page } from '../pages/npc_page.ts';
import { object_page } from '../pages/object_page.ts';
import { quest_page } from '../pages/quest_page.ts';
import { vendor_page } from '../pages/vendor_page.ts';
import { talent_tree } from '../talents/talent_tree.ts';
import type { ToolContext } from '../tool.ts';
import { chainText } from './chain_text.ts';
import { recipeText } from './recipe_text.ts';

/** The text that an entity's page tool returns. */
export interface PageText {
  readonly text: string;
  /** The name on the page, or null if no name is agreed. */
  readonly name: string | null;
  /** False if the data comes only from the game's files. */
  readonly observed: boolean;
}

/** An entity of the game with its kind, id and name. The name is null if unknown. */
export interface PagedThing {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
}

type MaybePageText = PageText | null;

type PageTextReader = (context: ToolContext, thing: PagedThing) => Promise<MaybePageText>;

interface Answered {
  readonly page?: unknown;
  readonly url?: string;
}

/** Creates a reader that calls a page tool and returns its whole text, or null if the entity has no page. */
function pageOf<Args, Answer extends Answered>(
  {
    answer,
    text,
  }: {
    readonly answer: (context: ToolContext, args: Args) => Promise<Result<Answer, ReadRefusal>>;
    readonly text: (answer: Answer, args: Args) => readonly string[];
  },
  argsOf: (thing: PagedThing) => Args,
  nameIn: (page: NonNullable<Answer['page']>) => string | null,
): PageTextReader {
  return async (context, thing) => {
    const args = argsOf(thing);
    const found = await answer(context, args);
    if (!found.ok) return null;
    const { page, url } = found.value;
    if (page == null) return null;
    return { text: text(found.value, args).join('\n'), name: nameIn(page), observed: url !== undefined };
  };
}

const RELATIONS_TOLD = 50;

const relations: PageTextReader = pageOf(
  entity_relations,
  ({ kind, id }) => ({ kind: kind as 'zone' | 'spell' | 'skill' | 'item_set', id, limit: RELATIONS_TOLD }),
  ({ entity }) => entity.name,
);

/** Returns the talent trees of a class, which is looked up by its name. */
const talents: PageTextReader = async (context, { name }) => {
  const args = { class: (name ?? '').replaceAll(/\s/gu, '') };
  const found = await talent_tree.answer(context, args);
  if (!found.ok || found.value.error !== undefined) return null;
  return { text: talent_tree.text(found.value, args).join('\n'), name, observed: false };
};

function lines(tell: (context: ToolContext, thing: PagedThing) => Promise<readonly string[] | null>): PageTextReader {
  return async (context, thing) => {
    const told = await tell(context, thing);
    return told === null ? null : { text: told.join('\n'), name: thing.name, observed: true };
  };
}

const PAGE_TEXT_READERS: ReadonlyMap<string, PageTextReader> = new Map<string, PageTextReader>([
  [
    'item',
    pageOf(
      item_page,
      ({ id }) => ({ itemId: id }),
      ({ item }) => item.name,
    ),
  ],
  [
    'npc',
    pageOf(
      npc_page,
      ({ id }) => ({ npcId: id }),
      ({ npc }) => npc.name,
    ),
  ],
  [
    'quest',
    pageOf(
      quest_page,
      ({ id }) => ({ questId: id }),
      ({ quest }) => quest.name,
    ),
  ],
  [
    'object',
    pageOf(
      object_page,
      ({ id }) => ({ objectId: id }),
      ({ object }) => object.name,
    ),
  ],
  [
    'vendor',
    pageOf(
      vendor_page,
      ({ id }) => ({ vendorNpcId: id }),
      ({ vendor }) => vendor.name,
    ),
  ],
  ...(['zone', 'spell', 'skill', 'item_set'] as const).map((kind) => [kind, relations] as const),
  ['player_class', talents],
  ['recipe', lines(recipeText)],
  ['quest_chain', lines(chainText)],
]);

/** Kinds whose entities may be public without a name. Such entities can be fetched by number. */
export const NAMELESS_KINDS: ReadonlySet<string> = new Set(['item', 'npc', 'quest', 'object', 'vendor']);

/**
 * Returns the text of an entity's page tool. Returns null if the entity's kind has no page tool or the entity has no
 * public data.
 */
export const pageTextOf: PageTextReader = async (context, thing) =>
  PAGE_TEXT_READERS.get(thing.kind)?.(context, thing) ?? null;

/** Renders `"Wolf" (npc 60)`, with the kind in words. */
export function entityText({ kind, id, name }: PagedThing): string {
  return called({ kind: kind.replaceAll('_', ' '), id, name, url: null });
}
