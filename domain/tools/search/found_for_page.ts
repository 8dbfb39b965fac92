import type { Quality } from '../../../schema/vocabulary.ts';
import { agreedValue } from '../../families/counting/agreed.ts';
import { groupBy } from '../../families/counting/group_by.ts';
import { families } from '../../families/mod.ts';
import { readQuestion } from '../../knowledge/question.ts';
import { snippetOf } from '../../knowledge/snippet.ts';
import { nameKey } from '../../knowledge/words.ts';
import { type KnowledgeLayer, NO_FILTER } from '../../ports/knowledge.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { readQualities } from '../../reads/qualities.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { isPaged } from '../../values/entity_page.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import { recipePath } from '../../values/profession_page.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolGround } from '../tool.ts';
import { findEntries } from './find_entries.ts';
import { readLocales } from './hit_locales.ts';
import type { ToldEntry } from './knowledge.ts';
import { nothingFound } from './nothing_found.ts';

/** What was found as a page shows it. */
export interface ShownHit {
  readonly kind: string;
  readonly layer: KnowledgeLayer;
  readonly name: string;
  /** The language of the name, where it is not the instance's. */
  readonly locale?: Locale;
  readonly snippet: string;
  /** Where it is shown here: a path within the instance; null: it has no page. */
  readonly path: string | null;
  /** Where a document stands elsewhere. */
  readonly url: string | null;
  readonly quality: Quality | null;
  readonly source: string;
  readonly licence: string;
  readonly date: string;
}

/** The hits of one kind, the best first. */
export interface HitGroup {
  readonly kind: string;
  readonly hits: readonly ShownHit[];
}

export interface FoundForPage {
  readonly view: SnapshotView | null;
  /** The one entry whose whole name was asked for; null: none is, or several are called so. */
  readonly named: ShownHit | null;
  /** More than these fits the question. */
  readonly isCut: boolean;
  /** All others by kind, in the order of their best hits. */
  readonly groups: readonly HitGroup[];
  /** Words of the question that snippets show. */
  readonly words: readonly string[];
  /** Why nothing was found; null where something was. */
  readonly reason: string | null;
}

/** What `search_knowledge` finds, grouped for people: its order within each kind, with where each is shown. */
export async function foundForPage(
  ground: ToolGround,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<Result<FoundForPage, ReadRefusal>> {
  // One more than is shown tells whether there is more.
  const found = await findEntries(ground, { query, limit: limit + 1, ...NO_FILTER });
  const { words } = readQuestion(query);
  const hits = await shownHits(ground, found.slice(0, limit), words);
  const key = nameKey(query);
  const called = hits.filter(({ name }) => nameKey(name) === key);
  const named = called.length === 1 ? called[0]! : null;
  const groups = [
    ...groupBy(
      hits.filter((hit) => hit !== named),
      ({ kind }) => kind,
    ),
  ];
  const reason = hits.length > 0 ? null : await nothingFound(ground);
  return ok({
    ...{ view: ground.view, named, words, reason, isCut: found.length > limit },
    groups: groups.map(([kind, ofKind]) => ({ kind, hits: ofKind })),
  });
}

async function shownHits(
  { reader, view }: ToolGround,
  entries: readonly ToldEntry[],
  words: readonly string[],
): Promise<readonly ShownHit[]> {
  if (view === null || entries.length === 0) return [];
  const idsOf = (kind: string): readonly number[] =>
    entries.filter((entry) => entry.kind === kind && entry.extId !== null).map(({ extId }) => Number(extId));
  const [qualities, recipes, locales] = await Promise.all([
    readQualities({ reader, view }, idsOf('item')),
    reader.factsAmong(view, families.recipes, idsOf('recipe').map(String)),
    readLocales({ reader, view }, entries),
  ]);
  const professionOf = (id: string): string | null => agreedValue(recipes.get(id)?.profession);
  return entries.map((entry) => {
    const { kind, layer, name, text, source, licence, date } = entry;
    return {
      ...localeOf({ locale: locales.get(entry.id) }),
      ...{ kind, layer, name, snippet: snippetOf(text, words), source, licence, date },
      path: pathOf(entry, professionOf),
      url: layer === 'document' ? entry.url : null,
      quality: kind === 'item' ? (qualities.get(Number(entry.extId)) ?? null) : null,
    };
  });
}

/** Where an observed entity is shown: on its page, a recipe among those of its profession. */
function pathOf(
  { kind, layer, extId, name }: ToldEntry,
  professionOf: (recipeId: string) => string | null,
): string | null {
  if (layer !== 'observed' || extId === null) return null;
  if (isPaged(kind) || kind === 'zone') return `/${kind}/${extId}`;
  if (kind !== 'recipe') return null;
  const profession = professionOf(extId);
  return profession === null ? null : recipePath({ recipeId: extId, name, profession });
}
