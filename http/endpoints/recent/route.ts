import { badParameter } from '../../../domain/reads/refusal.ts';
import { recent_change_parts } from '../../../domain/tools/changes/recent_changes.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { INSTANT_LENGTH_MAX, isDay, isInstant } from '../../../schema/instants.ts';
import { CHANGE_SUBJECTS } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { basePath } from '../../pages/layout.ts';
import { BY_QUERY, pageRoute } from '../../pages/page_route.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Route } from '../../pipeline/route.ts';
import { type RecentAsked, recentContent } from './page.ts';

/** Maximum number of changes on the page. */
const SHOWN = 100;

/** Serves the page of recent changes, optionally for one kind of subject. */
export function recentRoute(context: Context): Route {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return pageRoute(context, {
    path: '/recent',
    keeping: BY_QUERY,
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
