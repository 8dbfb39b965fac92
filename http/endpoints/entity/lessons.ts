import type { Npc } from '../../../domain/reads/entities/npc.ts';
import { type TaughtRecipes, taught_recipes } from '../../../domain/tools/browse/taught_recipes.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { professionSlug } from '../../../domain/values/profession_page.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Ask } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { pricesCell, withInstalls } from '../../pages/parts/agreed.ts';
import type { Part } from '../../pages/parts/contents.ts';
import { nameOf } from '../../pages/parts/entity_link.ts';
import { professionLink, recipeLink } from '../../pages/parts/recipe_link.ts';
import type { Cell } from '../../pages/parts/table.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { listPart, ROWS_SHOWN } from './list_part.ts';

type Lesson = Npc['services']['rows'][number];

const NOTHING_TAUGHT: TaughtRecipes = { professions: new Set(), recipes: new Map() };

/** Reads which of an NPC's lessons and professions have pages. Reads nothing if the NPC teaches nothing. */
export async function readTaughtRecipes(
  ask: Ask,
  { services, trains }: Pick<Npc, 'services' | 'trains'>,
): Promise<Result<TaughtRecipes, Refusal>> {
  if (services.rows.length === 0 && trains.length === 0) return ok(NOTHING_TAUGHT);
  const spellIds = services.rows.slice(0, ROWS_SHOWN).flatMap(({ spellId }) => spellId?.value ?? []);
  const answer = await ask(taught_recipes, { spellIds });
  return answer.ok ? ok(answer.value.page ?? NOTHING_TAUGHT) : answer;
}

/** Renders the lessons of a trainer. */
export function lessonsPart({ npc, services }: Npc, taught: TaughtRecipes, base: string): readonly Part[] {
  return listPart({
    id: 'teaches',
    heading: 'Teaches',
    list: { total: services.total, rows: services.rows.slice(0, ROWS_SHOWN) },
    rest: `${base}/api/tools/npc_page?npcId=${npc.id}`,
    columns: [
      { head: 'Lesson', cell: (lesson) => lessonShown(lesson, taught, base) },
      {
        head: 'Profession',
        cell: ({ profession }) =>
          profession === null ? '' : withInstalls(professionShown(profession, taught, base), profession.installs),
      },
      { head: 'Required skill', as: 'number', cell: ({ requiredSkill }) => requirementCell(requiredSkill) },
      { head: 'Required level', as: 'number', cell: ({ requiredLevel }) => requirementCell(requiredLevel) },
      { head: 'Cost', as: 'number', cell: ({ costs }) => pricesCell(costs) },
    ],
  });
}

/** Renders a lesson's name, linked to its recipe if the recipe is public. */
function lessonShown({ name, spellId }: Lesson, { recipes }: TaughtRecipes, base: string): unknown {
  const id = spellId?.value ?? null;
  const words = name === null ? `Spell ${id ?? 'unknown'}` : nameOf(name.value, name.locale);
  const recipe = id === null ? undefined : recipes.get(id);
  const shown =
    recipe === undefined || id === null
      ? words
      : recipeLink({ kind: 'recipe', id, name: recipe.name }, recipe.profession, base, words);
  return name === null ? shown : withInstalls(shown, name.installs);
}

/** Renders a profession, linked if it has public recipes. */
export function professionShown(profession: LocalizedText, { professions }: TaughtRecipes, base: string): unknown {
  return professions.has(professionSlug(profession.value))
    ? professionLink(profession, base)
    : nameOf(profession.value, profession.locale);
}

/** Renders a required skill or level. Records do not distinguish "none" from "unknown". */
function requirementCell(required: { readonly value: number } | null): Cell {
  return { value: required?.value ?? null, shown: required?.value ?? html`<span class="quiet">–</span>` };
}
