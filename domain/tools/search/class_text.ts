import { DAYS_BACK } from '../../../schema/limits.ts';
import { capitalise } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { ALL_REALMS, type PopulationFact, toGroupKey } from '../../families/population.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { formatQuantity, joinWithAnd } from '../../values/phrases.ts';
import { renderFilesNotice } from '../shared/files.ts';
import { buildCreditFields, renderCredit } from '../shared/page.ts';
import { renderPopularity } from '../talents/plan_lines.ts';
import { talent_plan } from '../talents/talent_plan.ts';
import { renderTrees, talent_tree } from '../talents/talent_tree.ts';
import type { ListedPageReader, PageContext, PageTextReader, SluggedPage } from './paged.ts';

/** Maximum number of realms whose characters are counted. */
const SHOWN_REALMS_MAX = 12;

/** Maximum number of lines about talents. The talent_tree tool lists all of them. */
const TALENT_LINES_MAX = 40;

/** Returns the page of a class of the game’s files, which is looked up by name. */
export const readClassText: PageTextReader = async (context, { name }) => {
  const page = name === null ? null : await readClassPage(context, name);
  return page && { ...page, observed: false };
};

/** Returns the page of a class by its slug, such as `mage`. The game’s files may not name it. */
export const readClassBySlug: ListedPageReader = (context, slug) =>
  readClassPage(context, capitalise(slug.replaceAll('-', ' ')));

/** Renders a class: how many play it, which talents they take, and its talent trees. */
async function readClassPage(context: PageContext, name: string): Promise<SluggedPage | null> {
  const { snapshot } = context;
  const slug = name.replaceAll(/\s/gu, '');
  const counts = await describeClassCounts(snapshot, slug.toUpperCase());
  const [trees, plan] = await Promise.all([
    talent_tree.answer(context, { class: slug }),
    talent_plan.answer(context, { class: slug }),
  ]);
  const files = trees.ok && trees.value.error === undefined ? trees.value : null;
  const talents = files === null ? [] : renderTrees(files);
  const popular = plan.ok && plan.value.error === undefined ? renderPopularity(plan.value) : [];
  if (counts.length === 0 && talents.length === 0) return null;
  const left = talents.length - TALENT_LINES_MAX;
  const lines = [
    ...(counts.length === 0
      ? [`How many play ${JSON.stringify(name)} is not known yet, which does not mean zero.`]
      : counts),
    ...popular,
    ...talents.slice(0, TALENT_LINES_MAX),
    ...(left > 0
      ? [`And ${formatQuantity(left, 'more line')} of talents: ask talent_tree with class ${JSON.stringify(slug)}.`]
      : []),
    ...(files === null ? ['No build with its talents has been imported here.'] : renderFilesNotice(files)),
    `Ask population with class ${JSON.stringify(slug)} for its races and levels${files === null ? '' : ', talent_plan for a plan of points'}.`,
    ...renderCredit({ connected: true, ...buildCreditFields(snapshot) }),
  ];
  const path = files?.class == null ? null : `/talents/${files.class}`;
  return { text: lines.join('\n'), name, observed: true, path };
}

/** Says how many characters of a class were seen, on all realms and on each. Returns no lines if none is public. */
async function describeClassCounts(snapshot: PublishedSnapshot, token: string): Promise<readonly string[]> {
  const realms = (await snapshot.market.realms()).slice(0, SHOWN_REALMS_MAX);
  const keys = [ALL_REALMS, ...realms.map(({ realmKey }) => realmKey)];
  const facts = await snapshot.factsAmong(families.population, keys);
  const everywhere = readClassCount(facts.get(ALL_REALMS), token);
  if (everywhere === null) return [];
  const onRealms = realms.flatMap(({ realmKey, name }) => {
    const seen = readClassCount(facts.get(realmKey), token);
    return seen === null ? [] : [`${seen.characters} on ${JSON.stringify(name)}`];
  });
  const each = onRealms.length === 0 ? '' : `, including ${joinWithAnd(onRealms)}`;
  return [
    `${formatQuantity(everywhere.characters, 'character')} of this class seen on all realms in the ${DAYS_BACK.daily} days before ${everywhere.day}${each}. Players met these; there may be more.`,
  ];
}

/** Returns how many characters of a class were seen, or null if the figure is not public. */
function readClassCount(fact: object | undefined, token: string) {
  if (fact === undefined) return null;
  const { day, cuts } = fact as PopulationFact;
  const cells = cuts[toGroupKey(null, null)]?.classes.cells ?? {};
  return Object.hasOwn(cells, token) ? { day, characters: cells[token]!.characters } : null;
}
