import * as v from 'valibot';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { CHANGE_TOPIC_WORDS, CHANGE_TOPICS, type ChangeTopic } from '../../../domain/tools/changes/change_topics.ts';
import { type RecentGroups, recent_groups } from '../../../domain/tools/changes/recent_digest.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { INSTANT_LENGTH_MAX, isDay, isInstant } from '../../../schema/instants.ts';
import { DAYS_BACK } from '../../../schema/limits.ts';
import { CHANGE_SUBJECTS, type ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { createAsker } from '../../pages/ask.ts';
import { FEED_PATHS } from '../../pages/feeds.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { createObservedFooter } from '../../pages/observed.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { renderChangeDays } from '../../pages/parts/change.ts';
import { formatLabel } from '../../pages/parts/entity_link.ts';
import { addQuery, choice, readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Route } from '../../pipeline/route.ts';

const RECENT_PATH = '/recent';

const CHANGES_SHOWN_MAX = 150;

/** Serves the page of recent changes, optionally of one topic or about one kind of subject. */
export function createRecentRoute(context: Context): Route {
  const ask = createAsker(context);
  const base = toBasePath(context.settings.publicUrl);
  return createPageRoute(context, {
    path: RECENT_PATH,
    cachePolicy: CACHE_BY_QUERY,
    content: async ({ query }) => {
      const asked = parseRecentQuery(query);
      if (!asked.ok) return asked;
      const { kind, topic, since } = asked.value;
      const sinceMs = since === null ? null : Date.parse(since);
      const answer = await ask(recent_groups, { kind, topic, sinceMs, limit: CHANGES_SHOWN_MAX });
      return answer.ok ? ok(renderRecent(answer.value, asked.value, base)) : answer;
    },
  });
}

/** The query of the page. At most one of `topic` and `kind` may be given. `since` is the day or time to start from. */
const RECENT_QUERY = v.object({ topic: choice(CHANGE_TOPICS), kind: choice(CHANGE_SUBJECTS), since: text() });

type RecentQuery = v.InferOutput<typeof RECENT_QUERY>;

function parseRecentQuery(query: string): Result<RecentQuery, Refusal> {
  const asked = readQuery(RECENT_QUERY, query);
  if (!asked.ok) return asked;
  const { topic, kind, since } = asked.value;
  if (topic !== null && kind !== null) {
    return err(badParameter('kind', `kind cannot be combined with topic; it is ${quote(kind)}.`));
  }
  if (since === null || (since.length <= INSTANT_LENGTH_MAX && (isDay(since) || isInstant(since)))) return asked;
  const needed = 'a day such as 2026-01-31, or a date-time with Z or an offset such as 2026-01-31T18:30:00Z';
  return err(badParameter('since', `since must be ${needed}; it is ${quote(since)}.`));
}

function renderRecent(
  { page, reason, ...whose }: PageAnswer<RecentGroups>,
  asked: RecentQuery,
  base: string,
): PageContent {
  const { kind, since } = asked;
  const groups = page?.groups ?? [];
  const name = formatSelection(asked);
  return {
    title: name === null ? 'Recent changes' : `Recent changes: ${name}`,
    description: 'Drops, locations, quests and prices that recently became public, changed or were withdrawn.',
    path: toRecentPath({ ...asked, since: null }),
    data: addQuery('/api/tools/recent_changes', { kind, since, limit: 200 }),
    feeds: [{ title: 'Recent changes', path: FEED_PATHS.recent }],
    ...createObservedFooter(whose),
    main: html`<h1>Recent changes</h1>
<p>What three players have newly agreed on, by day. Changes are kept for ${DAYS_BACK.changeLog} days.</p>
${renderTopics(asked, base)}${renderKinds(asked, base)}
${groups.length === 0 ? html`<p>${reason ?? explainNoChanges(name, since)}</p>` : renderChangeDays(groups, base)}${
  page?.more === true
    ? html`<p class="cut">There are older changes: ${name === null ? 'choose a topic, or ' : ''}read them as data below.</p>`
    : ''
}`,
  };
}

/** Returns the name of the selected topic or kind, such as `NPC` or `Quest chain`, or null for all changes. */
function formatSelection({ topic, kind }: RecentQuery): string | null {
  if (topic !== null) return CHANGE_TOPIC_WORDS[topic];
  return kind === null ? null : formatKind(kind);
}

function formatKind(kind: ChangeSubjectKind): string {
  return formatLabel(kind, 0).replace(/ 0$/, '');
}

function explainNoChanges(name: string | null, since: string | null): string {
  return `Nothing${name === null ? '' : ` of the kind “${name}”`} changed${since === null ? ' in that time' : ` since ${since}`}.`;
}

function toRecentPath({ topic, kind, since }: RecentQuery): string {
  return addQuery(RECENT_PATH, { topic, kind, since });
}

function renderTopics({ topic, kind, since }: RecentQuery, base: string): unknown {
  const link = (to: ChangeTopic | null, name: string) =>
    renderNavigationItem(toRecentPath({ topic: to, kind: null, since }), name, to === topic && kind === null, base);
  return html`<nav aria-label="Topics"><ul class="ways">${link(null, 'All')}${CHANGE_TOPICS.map((one) => link(one, CHANGE_TOPIC_WORDS[one]))}</ul></nav>
`;
}

/** Renders the links to changes about one kind of subject. They are folded unless one is selected. */
function renderKinds({ kind, since }: RecentQuery, base: string): unknown {
  return html`<details class="kinds"${kind === null ? '' : html` open`}>
<summary>By kind of subject</summary>
<nav aria-label="Kinds of subjects"><ul class="ways">${CHANGE_SUBJECTS.map((one) =>
    renderNavigationItem(toRecentPath({ topic: null, kind: one, since }), formatKind(one), one === kind, base),
  )}</ul></nav>
</details>
`;
}

function renderNavigationItem(path: string, name: string, isCurrent: boolean, base: string): unknown {
  return html`<li><a href="${base}${path}"${isCurrent ? html` aria-current="true"` : ''}>${name}</a></li>`;
}
