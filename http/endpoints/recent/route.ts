import { badParameter } from '../../../domain/reads/refusal.ts';
import { type ChangeList, recent_change_parts } from '../../../domain/tools/changes/recent_changes.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { INSTANT_LENGTH_MAX, isDay, isInstant } from '../../../schema/instants.ts';
import { DAYS_BACK } from '../../../schema/limits.ts';
import { CHANGE_SUBJECTS, type ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, minuteOf, type PageContent } from '../../pages/layout.ts';
import { observedFooter } from '../../pages/observed.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { changeList } from '../../pages/parts/change.ts';
import { numbered } from '../../pages/parts/entity_link.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Route } from '../../pipeline/route.ts';

/** Maximum number of changes on the page. */
const SHOWN = 100;

/** Serves the page of recent changes, optionally for one kind of subject. */
export function recentRoute(context: Context): Route {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return pageRoute(context, {
    path: '/recent',
    cachePolicy: BY_QUERY,
    content: async ({ query }) => {
      const asked = askedIn(query);
      if (!asked.ok) return asked;
      const { kind, since } = asked.value;
      const of = { ...(kind === null ? {} : { kind }), ...(since === null ? {} : { since }) };
      const answer = await ask(recent_change_parts, { ...of, limit: SHOWN });
      return answer.ok ? ok(recentContent(answer.value, asked.value, base)) : answer;
    },
  });
}

function askedIn(query: string): Result<RecentAsked, Refusal> {
  const asked = readParams(query, (params) => ({
    kind: params.choice('kind', CHANGE_SUBJECTS),
    since: params.text('since'),
  }));
  if (!asked.ok) return asked;
  const { since } = asked.value;
  if (since === null || (since.length <= INSTANT_LENGTH_MAX && (isDay(since) || isInstant(since)))) return asked;
  const needed = 'a day such as 2026-01-31, or a date-time with Z or an offset such as 2026-01-31T18:30:00Z';
  return err(badParameter('since', `since must be ${needed}; it is ${quoted(since)}.`));
}

/** The query parameters of the page. */
interface RecentAsked {
  readonly kind: ChangeSubjectKind | null;
  /** The day or time to start from, or null. */
  readonly since: string | null;
}

function recentContent(
  { page, reason, ...whose }: PageAnswer<ChangeList>,
  asked: RecentAsked,
  base: string,
): PageContent {
  const { kind, since } = asked;
  const changes = page?.changes ?? [];
  return {
    title: kind === null ? 'Recent changes' : `Recent changes: ${wordOf(kind)}`,
    description: 'Facts that recently became public, changed or were withdrawn, newest first.',
    path: `/recent${kind === null ? '' : `?kind=${kind}`}`,
    data: `/api/tools/recent_changes?${new URLSearchParams({ ...(kind === null ? {} : { kind }), ...(since === null ? {} : { since }), limit: '200' })}`,
    ...observedFooter(whose),
    main: html`<h1>Recent changes</h1>
<p>Facts that became public, changed or were withdrawn, newest first, with the time of the update. The linked pages show
the current values. Changes are kept for ${DAYS_BACK.changeLog} days.</p>
${kinds(asked, base)}
${
  changes.length === 0
    ? html`<p>${reason ?? `Nothing${kind === null ? '' : ` of the kind “${wordOf(kind)}”`} changed${since === null ? ' in that time' : ` since ${since}`}.`}</p>`
    : changeList(changes, (atMs) => html`<h2>${minuteOf(atMs)}</h2>`, base)
}${page?.more === true ? html`<p class="cut">There are older changes: choose a kind, or read them as data below.</p>` : ''}`,
  };
}

/** Formats a kind of subject, such as `NPC` or `Quest chain`. */
function wordOf(kind: ChangeSubjectKind): string {
  return numbered(kind, 0).replace(/ 0$/, '');
}

function kinds({ kind, since }: RecentAsked, base: string) {
  const link = (to: ChangeSubjectKind | null, name: string) => {
    const query = new URLSearchParams({ ...(to === null ? {} : { kind: to }), ...(since === null ? {} : { since }) });
    const at = `${base}/recent${query.size === 0 ? '' : `?${query}`}`;
    return html`<li><a href="${at}"${to === kind ? html` aria-current="true"` : ''}>${name}</a></li>`;
  };
  return html`<nav aria-label="Kinds of changes"><ul class="ways">${link(null, 'All')}${CHANGE_SUBJECTS.map((one) => link(one, wordOf(one)))}</ul></nav>`;
}
