import { LIST_MAX } from '../../../schema/limits.ts';
import type { quest_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { firstOf, lineOf } from '../../reads/entities/first_of.ts';
import { edgesOf, type LinkedEdges, seenOf } from '../../reads/entities/observed_edges.ts';
import { inPlace, namedByFiles, placesOf } from '../../reads/entities/places.ts';
import { readAhead } from '../../reads/entities/read_once.ts';
import { called, entityOf, type PublishedSnapshot, quotedText } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { localeOf } from '../../values/language.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Person = NonNullable<Page['giver']>;

const MAX = LIST_MAX.questPage;
const WHERE = { maps: MAX.maps, pins: 10 };

/** Maximum number of rewards sorted. A record lists at most 20. */
const EDGES_MAX = 500;

/** Everything public about a quest (contract, section 6). */
export const quest_page: RuleOf<typeof contract> = {
  answer: (context, { questId }) =>
    answerPage(context, async (snapshot) => {
      const [fact, edges, mentions] = await Promise.all([
        snapshot.fact(families.quests, `${questId}`),
        edgesOf(snapshot, 'reward_from:item:quest', { toId: questId }, EDGES_MAX),
        snapshot.mentionsOf('quest', questId),
      ]);
      if (fact === null && edges.total + mentions.length === 0) {
        return { none: `No public data for quest ${questId} yet.` };
      }
      const [quest, giver, turnIn, rewards, chains] = await Promise.all([
        entityOf(snapshot, 'quest', questId),
        personOf(snapshot, fact?.giver ?? null),
        personOf(snapshot, fact?.turnIn ?? null),
        rewardsOf(snapshot, fact, edges),
        chainsOf(snapshot, questId, mentions),
      ]);
      const title = fact?.title ?? null;
      const level = fact?.level ?? null;
      return {
        page: { quest, title, level, giver, turnIn, rewards, chains },
        url: pageUrl(snapshot.publisher, 'quest', questId),
        fromFiles: [giver, turnIn].some((person) => namedByFiles(person?.places ?? null)),
      };
    }),
  text: (answer) => pageText(answer, told),
};

async function personOf(snapshot: PublishedSnapshot, agreed: AgreedValue<number> | null): Promise<Person | null> {
  if (agreed === null) return null;
  const [npc, places] = await Promise.all([
    entityOf(snapshot, 'npc', agreed.value),
    placesOf(snapshot, agreed.value, WHERE),
  ]);
  return { npc, installs: agreed.installs, places: places.rows };
}

/** Returns the rewards: first those in the newest reports, then the others that three installs saw at some time. */
async function rewardsOf(
  snapshot: PublishedSnapshot,
  fact: Facts['quests'] | null,
  { rows, total }: LinkedEdges,
): Promise<Page['rewards']> {
  const listed = new Map((fact?.rewards ?? []).map(({ value, installs }) => [value, installs]));
  const ordered = [...rows].sort(
    (a, b) => Number(listed.has(b.fromId)) - Number(listed.has(a.fromId)) || a.fromId - b.fromId,
  );
  await readAhead(
    snapshot,
    families.items,
    ordered.slice(0, MAX.rewards).map(({ fromId }) => fromId),
  );
  return firstOf(
    ordered,
    MAX.rewards,
    async (edge) => {
      const item = await entityOf(snapshot, 'item', edge.fromId);
      return { item, listedNow: listed.get(edge.fromId) ?? null, ...seenOf(edge) };
    },
    total,
  );
}

async function chainsOf(
  snapshot: PublishedSnapshot,
  questId: number,
  mentions: readonly Mentions[],
): Promise<Page['chains']> {
  const { subjects, total } = mentionsIn(mentions, families.quest_chains, 'entry');
  const listed = subjects.slice(0, MAX.chains);
  const facts = await snapshot.factsAmong(families.quest_chains, listed);
  const found = listed.flatMap((subject) => {
    const entry = facts.get(subject)?.entry ?? null;
    const at = entry?.value.questIds.indexOf(questId) ?? -1;
    return entry === null || at < 0 ? [] : [{ subject, entry, at, beside: besideOf(entry.value.questIds, at) }];
  });
  await readAhead(snapshot, families.quests, [...new Set(found.flatMap(({ beside }) => beside))]);
  return firstOf(
    found,
    MAX.chains,
    async ({ subject, entry, at }) => {
      const { value: chain, installs } = entry;
      const [before, after] = await Promise.all([
        neighbour(snapshot, chain.questIds[at - 1]),
        neighbour(snapshot, chain.questIds[at + 1]),
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

function neighbour(snapshot: PublishedSnapshot, questId: number | undefined): Promise<Page['quest'] | null> {
  return questId === undefined ? Promise.resolve(null) : entityOf(snapshot, 'quest', questId);
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
