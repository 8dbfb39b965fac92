import { selectMentions } from '../../../families/lookups/mentioned.ts';
import { families } from '../../../families/mod.ts';
import { NO_FIRST_ROWS, renderOneLine } from '../../../reads/entities/first_of.ts';
import { type Recipe, readRecipe } from '../../../reads/entities/recipes.ts';
import {
  addDetails,
  type PublishedSnapshot,
  quoteText,
  readEntities,
  toLabel,
} from '../../../reads/entities/snapshot_data.ts';
import { formatQuantity, joinWithAnd } from '../../../values/phrases.ts';
import { readItemInFiles } from '../../pages/item_in_files.ts';
import { renderFiledSpells } from '../../pages/item_text.ts';
import { type Answerer, addNameNotes, createIntent, createNamedAnswer } from './answer.ts';
import { findProfession } from './known_names.ts';
import { parseId } from './names.ts';
import { findRecipes } from './thresholds.ts';

const SHOWN_RECIPES_MAX = 3;

const answerRecipe: Answerer = async ({ snapshot }, { item = '' }) => {
  const match = await findRecipes(snapshot, item, SHOWN_RECIPES_MAX);
  const { recipes: found, items } = match;
  const recipes = await Promise.all(found.map(({ id }) => readRecipe(snapshot, id, null, true)));
  const public_ = recipes.filter(({ profession, reagents }) => profession !== null || reagents !== null);
  const itemId = items[0] === undefined ? (public_[0]?.makes?.item.id ?? null) : parseId(items[0]);
  const files = public_.length > 0 || itemId === null ? null : await readItemInFiles(snapshot, itemId);
  const filed = renderFiledSpells('Made with', files?.createdBy ?? null, NO_FIRST_ROWS, ({ reagents }) =>
    reagents.length === 0 ? '' : ` from ${reagents.map(toLabel).join(', ')}`,
  );
  if (public_.length + filed.length === 0 && items.length === 0 && found.length > 0) return null;
  return addNameNotes([match], {
    lines: [...public_.map(formatRecipeReagents), ...filed],
    about: [...items.slice(0, 1).map(({ id }) => id), ...public_.map(({ recipe }) => `recipe:${recipe.id}`)],
    arguments: itemId === null ? {} : { itemId },
    fromFiles: filed.length > 0,
  });
};

export const madeFromIntent = createIntent('made_from', 'item_page', answerRecipe)`
  what [~mats] ~be {item} ~crafted (of|from|with|out of|by); how ~be {item} ~crafted
  (how|where|who|can|could) [~can] [~i|to] ~make {item}; is {item} (craftable|crafted); {item} recipe
  [what ~be] [the] (~mats|recipe|recipes|formula|schematic) (for|of|in|to ~make) {item}; {item} [crafting|recipe] ~mats
  what [~mats] [~can] ~i need (to ~make|for [making|crafting]|to cook) {item}; what profession ~make {item}
  what [~mats] (~can|~be) {item} (~need|made of|consist of|cost to make) [to make]
  what ~can it (take|need|cost) to ~make {item}; ~mats [for|of] {item}
  how (much|many) {thing} [~can] [~i|it] (need|take|takes) (to ~make|for) {item}
  what (items|things|~mats) ~be (needed|required) (to ~make|for) {item}
`;

/** Renders `"Linen Cloak" (recipe 2387, "Tailoring") takes 1 × "Coarse Thread" (item 2320) (4 players).` */
function formatRecipeReagents(recipe: Recipe): string {
  const { reagents, makes, taughtBy } = recipe;
  const each = (reagents?.rows ?? []).map(({ item, count }) => `${count} × ${toLabel(item)}`);
  const taught = taughtBy === null ? '' : ` ${toLabel(taughtBy.item)} teaches it.`;
  if (reagents === null) return `${formatRecipe(recipe)}: what it takes is not known yet.${taught}`;
  const takes = each.length === 0 ? 'nothing' : joinWithAnd(each);
  return `${formatRecipe(recipe)} takes ${takes}${formatProduct(makes)} (${reagents.installs} players).${taught}`;
}

/** Renders ` and makes 2 to 3 × "Sharpening Stone" (item 2862)`, or an empty string for one item of an unknown number. */
function formatProduct(makes: Recipe['makes']): string {
  if (makes === null) return '';
  const [min, max] = [makes.min?.value ?? null, makes.max?.value ?? null];
  const amount = min === null ? '' : max === null || max === min ? `${min} × ` : `${min} to ${max} × `;
  return `, and makes ${amount}${toLabel(makes.item)}`;
}

function formatRecipe({ recipe, profession }: Recipe): string {
  return addDetails(recipe, profession === null ? [] : [quoteText(profession)]);
}

const SHOWN_USES_MAX = 6;

/** Answers which recipes use an item, and which quests ask for it. */
const answerItemUses = createNamedAnswer('item', ['item'], async ({ snapshot, slots, hit, id: itemId, title }) => {
  const profession = await findProfession(snapshot, slots.item ?? '');
  if (profession.certainty === 'exact') return null;
  const [mentions, quests, files] = await Promise.all([
    snapshot.mentionsOf('item', itemId),
    readNeedingQuests(snapshot, itemId),
    readItemInFiles(snapshot, itemId),
  ]);
  const { subjects, total } = selectMentions(mentions, families.recipes, 'reagents');
  const recipes = await Promise.all(
    subjects.slice(0, SHOWN_USES_MAX).map((subject) => readRecipe(snapshot, Number(subject), itemId, true)),
  );
  const filed = renderFiledSpells('Reagent for', files?.reagentFor ?? null, { total, rows: recipes }, ({ makes }) =>
    makes === null ? '' : `, which makes ${toLabel(makes)}`,
  );
  return {
    lines: [
      ...quests.map((quest) => `The quest ${toLabel(quest.quest)} asks for ${title} (${quest.installs} players).`),
      ...renderOneLine(`${title} is used by ${formatQuantity(total, 'recipe')}:`, { total, rows: recipes }, formatUse),
      ...(total === 0 ? [`No recipe that uses ${title} is known yet.`] : []),
      ...(quests.length === 0 ? ['No quest that asks for it is known yet.'] : []),
      ...filed,
    ],
    about: [
      hit.id,
      ...quests.map(({ quest }) => `quest:${quest.id}`),
      ...recipes.map(({ recipe }) => `recipe:${recipe.id}`),
    ],
    arguments: { itemId },
    fromFiles: filed.length > 0,
  };
});

export const usesIntent = createIntent('uses', 'item_page', answerItemUses)`
  what [else] (~can ~i|to) ((~make|cook) (with|from|out of|using|of)|do with) [my|~a] {item}
  what ~be {item} [used|good|needed|useful|for] (for|in|used for); what ~can {item} (do|make)
  (what ~be|any) [the] (use|uses|purpose|point) (of|for) {item}; {item} (uses|use|used for|used in|usage)
  ~who [~craft] [~can|that|else] ~need [for] {item}; ~who [~craft] (ask|asks|asking|calls|call) for {item}
  ~who (collects|collect|exchanges) {item}; ~craft (with|using|that ~need|which ~need|from|for) {item}
  is {item} (used|needed|good|useful|wanted) [for|in] [anything|something|a quest|any quest|quests|~craft]
  is {item} [~a] (quest item|reagent); (should|can|do) ~i (keep|need|sell or keep|vendor|throw away) [~a|my] {item}
  why ~can ~i (need|want|keep) {item}; (what|where) ~can ~i use [~a|my] {item} [for|in]
  [~can] ~i (use|need) [~a|my] {item} for (anything|something|a quest|quests|any quest|~craft)
  what ~can {thing} ~make (with|from|out of) {item}
`;

/** Renders `2 for "Bolt of Linen Cloth" (recipe 2963, "Tailoring"), 4 players`. */
function formatUse(recipe: Recipe): string {
  const [row] = recipe.reagents?.rows ?? [];
  const needed = row === undefined ? '' : `${row.count} for `;
  return `${needed}${formatRecipe(recipe)}${recipe.reagents === null ? '' : `, ${recipe.reagents.installs} players`}`;
}

async function readNeedingQuests(snapshot: PublishedSnapshot, itemId: number) {
  const fact = await snapshot.fact(families.quest_items, String(itemId));
  const quests = (fact?.quests ?? []).slice(0, SHOWN_USES_MAX);
  const named = await readEntities(
    snapshot,
    'quest',
    quests.map(({ value }) => value),
  );
  return quests.map(({ value, installs }) => ({ quest: named.get(value)!, installs }));
}
