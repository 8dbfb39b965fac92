import { LIST_MAX } from '../../../schema/limits.ts';
import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText } from '../../cards/words.ts';
import { COLOURS, type Colour } from '../../reads/entities/recipes.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';
import { ok } from '../../values/result.ts';
import { pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { realmsLine } from './priced_realms.ts';
import { recipeList } from './recipe_list.ts';

const LINES_MAX = 18;

/** The recipes of a profession with their thresholds, reagents and costs (contract, section 6). */
export const recipe_thresholds: RuleOf<typeof contract> = {
  answer: async (context, asked) => {
    const found = await recipeList(context, asked, { first: 0, max: LIST_MAX.recipes });
    if (!found.ok || found.value.page === undefined) return found;
    const { order: _, ...page } = found.value.page;
    return ok({ ...found.value, page });
  },
  text: (answer) =>
    pageText(answer, ({ profession, realm, realmsWithPrices, total, recipes }) => [
      `${JSON.stringify(profession)}: ${counted(total, 'recipe')}, with the skills at which they turn yellow, green and grey${realm == null ? '' : `, at vendors’ prices and the market of ${JSON.stringify(realm)}`}.`,
      ...recipes.slice(0, LINES_MAX).map(({ recipe, costCopper, ...known }) => {
        const cost = costCopper === null ? 'cost unknown' : `${moneyText(costCopper)} a craft`;
        const turns = COLOURS.map((colour) => `${colour} ${colourText(known, colour)}`).join(', ');
        return `${called(recipe)}: ${turns}; ${cost}.`;
      }),
      ...(total > LINES_MAX ? [`And ${total - Math.min(total, LINES_MAX)} more.`] : []),
      ...realmsLine(realmsWithPrices),
    ]),
};

type Row = NonNullable<AnswerOf<typeof contract>['page']>['recipes'][number];

function colourText(row: Pick<Row, Colour | 'bounds' | 'inFiles'>, colour: Colour): string {
  const [range, filed, bound] = [row[colour], row.inFiles?.[colour], row.bounds?.[colour]];
  if (range !== null) return range.low === range.high ? `${range.low}` : `${range.low} to ${range.high}`;
  const said = bound == null ? '' : bound.atMost === null ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
  const inFiles = filed === undefined ? '' : `${filed} in the game’s files`;
  return [said, inFiles].filter((text) => text !== '').join(', ') || 'unknown';
}
