import { type TaughtRecipes, taught_recipes } from '../../../domain/tools/browse/taught_recipes.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { professionSlug } from '../../../domain/values/profession_page.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { Ask } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { pricesCell, withInstalls } from '../../pages/parts/agreed.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { nameOf } from '../../pages/parts/entity_link.ts';
import { professionLink, recipeLink } from '../../pages/parts/recipe_link.ts';
import { table } from '../../pages/parts/table.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { ROWS_SHOWN } from './rows.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

const NOTHING_TAUGHT: TaughtRecipes = { professions: new Set(), recipes: new Map() };

/** Reads which of an NPC's lessons and professions have pages. Reads nothing if it teaches nothing. */
export async function taughtBy(ask: Ask, { services, trains }: Page): Promise<Result<TaughtRecipes, Refusal>> {
  if (services.rows.length === 0 && trains.length === 0) return ok(NOTHING_TAUGHT);
  const spellIds = services.rows
    .slice(0, ROWS_SHOWN)
    .flatMap(({ spellId }) => (spellId === null ? [] : [spellId.value]));
  const answer = await ask(taught_recipes, { spellIds });
  return answer.ok ? ok(answer.value.page ?? NOTHING_TAUGHT) : answer;
}

/** Renders the lessons of a trainer. */
export function teaches(
  { rows, total }: Page['services'],
  { npcId, taught }: { readonly npcId: number; readonly taught: TaughtRecipes },
  base: string,
): readonly Part[] {
  return total === 0
    ? []
    : [
        {
          id: 'teaches',
          heading: 'Teaches',
          total,
          content: table({
            caption: 'Teaches',
            total,
            rest: `${base}/api/tools/npc_page?npcId=${npcId}`,
            columns: [
              { head: 'Lesson' },
              { head: 'Profession' },
              { head: 'Required skill', as: 'number' },
              { head: 'Required level', as: 'number' },
              { head: 'Cost', as: 'number' },
            ],
            rows: rows
              .slice(0, ROWS_SHOWN)
              .map(({ name, spellId, profession, requiredSkill, requiredLevel, costs }) => [
                lessonShown(name, spellId?.value ?? null, taught, base),
                profession === null ? '' : withInstalls(professionShown(profession, taught, base), profession.installs),
                askedCell(requiredSkill),
                askedCell(requiredLevel),
                pricesCell(costs),
              ]),
          }),
        },
      ];
}

/** Renders a lesson's name, linked to its recipe if the recipe is public. */
function lessonShown(
  name: Page['services']['rows'][number]['name'],
  spellId: number | null,
  { recipes }: TaughtRecipes,
  base: string,
): unknown {
  const words = name === null ? `Spell ${spellId ?? 'unknown'}` : nameOf(name.value, name.locale);
  const recipe = spellId === null ? undefined : recipes.get(spellId);
  const shown =
    recipe === undefined || spellId === null
      ? words
      : recipeLink({ kind: 'recipe', id: spellId, name: recipe.name }, recipe.profession, base, words);
  return name === null ? shown : withInstalls(shown, name.installs);
}

/** Renders a profession, linked if it has public recipes. */
export function professionShown(profession: LocalizedText, { professions }: TaughtRecipes, base: string): unknown {
  return professions.has(professionSlug(profession.value))
    ? professionLink(profession, base)
    : nameOf(profession.value, profession.locale);
}

/** Renders a required skill or level. Records do not distinguish "none" from "unknown". */
function askedCell(asked: { readonly value: number } | null) {
  return {
    value: asked?.value ?? null,
    shown: asked?.value ?? html`<span class="quiet">–</span>`,
  };
}
