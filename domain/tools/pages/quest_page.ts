import { LIST_MAX } from '../../../schema/limits.ts';
import type { quest_page as contract } from '../../../schema/tools/quest_page.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { localeOf } from '../../values/language.ts';
import { firstOf, lineOf } from '../shared/first_of.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { dataOf, readAhead } from '../shared/read_once.ts';
import { called, entityOf, quotedText, type SnapshotData } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';
import { edgesOf, type LinkedEdges, seenOf } from './observed_edges.ts';
import { inPlace, namedByFiles, placesOf } from './places.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Person = NonNullable<Page['giver']>;

const MAX = LIST_MAX.questPage;
const WHERE = { maps: MAX.maps, pins: 10 };

/** Maximum number of rewards sorted. A record lists at most 20. */
const EDGES_MAX = 500;

/** Everything public about a quest (contract, section 6). */
export const quest_page: RuleOf<typeof contract> = {
  answer: (ground, { questId }) =>
    answerPage(ground, async (view) => {
      const data = dataOf(ground, view);
      const [fact, edges, mentions] = await Promise.all([
        data.reader.fact(view, families.quests, `${questId}`),
        edgesOf(data, 'reward_from:item:quest', { toId: questId }, EDGES_MAX),
        data.reader.mentionsOf(view, 'quest', questId),
      ]);
      if (fact === null && edges.total + mentions.length === 0) {
        return { none: `No public data for quest ${questId} yet.` };
      }
      const [quest, giver, turnIn, rewards, chains] = await Promise.all([
        entityOf(data, 'quest', questId),
        personOf(data, fact?.giver ?? null),
        personOf(data, fact?.turnIn ?? null),
        rewardsOf(data, fact, edges),
        chainsOf(data, questId, mentions),
      ]);
      const title = fact?.title ?? null;
      const level = fact?.level ?? null;
      return {
        page: { quest, title, level, giver, turnIn, rewards, chains },
        url: pageUrl(data.publisher, 'quest', questId),
        fromFiles: [giver, turnIn].some((person) => namedByFiles(person?.places ?? null)),
      };
    }),
  text: (answer) => pageText(answer, told),
};

async function personOf(data: SnapshotData, agreed: AgreedValue<number> | null): Promise<Person | null> {
  if (agreed === null) return null;
  const [npc, places] = await Promise.all([entityOf(data, 'npc', agreed.value), placesOf(data, agreed.value, WHERE)]);
  return { npc, installs: agreed.installs, places: places.rows };
}

/** Returns the rewards: first those in the newest reports, then the others that three installs saw at some time. */
async function rewardsOf(
  data: SnapshotData,
  fact: Facts['quests'] | null,
  { rows, total }: LinkedEdges,
): Promise<Page['rewards']> {
  const listed = new Map((fact?.rewards ?? []).map(({ value, installs }) => [value, installs]));
  const ordered = [...rows].sort(
    (a, b) => Number(listed.has(b.fromId)) - Number(listed.has(a.fromId)) || a.fromId - b.fromId,
  );
  await readAhead(
    data,
    families.items,
    ordered.slice(0, MAX.rewards).map(({ fromId }) => fromId),
  );
  return firstOf(
    ordered,
    MAX.rewards,
    async (edge) => {
      const item = await entityOf(data, 'item', edge.fromId);
      return { item, listedNow: listed.get(edge.fromId) ?? null, ...seenOf(edge) };
    },
    total,
  );
}

async function chainsOf(data: SnapshotData, questId: number, mentions: readonly Mentions[]): Promise<Page['chains']> {
  const { subjects, total } = mentionsIn(mentions, families.quest_chains, 'entry');
  const listed = subjects.slice(0, MAX.chains);
  const facts = await data.reader.factsAmong(data.view, families.quest_chains, listed);
  const found = listed.flatMap((subject) => {
    const entry = facts.get(subject)?.entry ?? null;
    const at = entry?.value.questIds.indexOf(questId) ?? -1;
    return entry === null || at < 0 ? [] : [{ subject, entry, at, beside: besideOf(entry.value.questIds, at) }];
  });
  await readAhead(data, families.quests, [...new Set(found.flatMap(({ beside }) => beside))]);
  return firstOf(
    found,
    MAX.chains,
    async ({ subject, entry, at }) => {
      const { value: chain, installs } = entry;
      const [before, after] = await Promise.all([
        neighbour(data, chain.questIds[at - 1]),
        neighbour(data, chain.questIds[at + 1]),
      ]);
      return {
        chainId: Number(subject),
        name: chain.name,
        position: at + 1,
        length: chain.questIds.length,
        ...localeOf(entry),
        truncated: chain.truncated === true,
        before,
        after,
        installs,
      };
    },
    total,
  );
}

/** The previous and the next quest of a chain, if they exist. */
function besideOf(questIds: readonly number[], at: number): readonly number[] {
  return [questIds[at - 1], questIds[at + 1]].filter((id) => id !== undefined);
}

function neighbour(data: SnapshotData, questId: number | undefined): Promise<Page['quest'] | null> {
  return questId === undefined ? Promise.resolve(null) : entityOf(data, 'quest', questId);
}

function told(page: Page): readonly string[] {
  return [
    `${called(page.quest)}${page.level === null ? '' : `, level ${page.level.value}`}.`,
    ...peopleLines(page),
    ...lineOf('Rewards:', page.rewards, ({ item }) => called(item)),
    ...lineOf('Part of the chain', page.chains, chainText),
  ];
}

function peopleLines({ giver, turnIn }: Page): readonly string[] {
  if (giver !== null && giver.npc.id === turnIn?.npc.id) return [`Given by and turned in to ${personText(giver)}.`];
  return [
    giver === null ? 'Who gives it is not known yet.' : `Given by ${personText(giver)}.`,
    turnIn === null ? 'Where it is turned in is not known yet.' : `Turned in to ${personText(turnIn)}.`,
  ];
}

function personText({ npc, places }: Person): string {
  return `${called(npc)}${inPlace(places)}`;
}

/** Renders `"The hunt" (2 of 3 or more; after "Wolves" (quest 1), before "Bears" (quest 3))`. */
function chainText({
  name,
  locale,
  position,
  length,
  truncated,
  before,
  after,
}: Page['chains']['rows'][number]): string {
  const place = `${position} of ${length}${truncated ? ' or more' : ''}`;
  const beside = [
    ...(before === null ? [] : [`after ${called(before)}`]),
    ...(after === null ? [] : [`before ${called(after)}`]),
  ];
  return `${quotedText({ value: name, ...localeOf({ locale }) })} (${[place, ...(beside.length === 0 ? [] : [beside.join(', ')])].join('; ')})`;
}
