import type { ChangeGroup, ChangeStatement, SubjectChange } from '../../../domain/tools/changes/change_digest.ts';
import { CHANGE_TOPIC_WORDS } from '../../../domain/tools/changes/change_topics.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { formatUtcDay } from '../../../domain/values/instant.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { linkEntity, renderQuotedName } from './entity_link.ts';

/** Number of subjects of one statement that are shown at once. The others can be unfolded. */
const SUBJECTS_SHOWN_MAX = 12;

/** Renders changes by day, newest first. Each topic of a day has a panel. */
export function renderChangeDays(groups: readonly ChangeGroup[], base: string): unknown {
  return [...groupBy(groups, ({ periodMs }) => periodMs)].map(
    ([dayMs, own]) => html`<section class="day">
<h2><time datetime="${formatUtcDay(dayMs)}">${formatDay(dayMs)}</time></h2>
${own.map((group) => renderTopic(group, base))}</section>
`,
  );
}

/** Created on first use, because the data that it loads takes 8 MB. */
let dayFormat: Intl.DateTimeFormat | null = null;

function formatDay(dayMs: number): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return dayFormat.format(dayMs);
}

function renderTopic({ topic, statements }: ChangeGroup, base: string): unknown {
  return html`<section class="panel topic">
<h3>${CHANGE_TOPIC_WORDS[topic]}</h3>
<dl class="changes">${statements.map((one) => renderStatement(one, base))}</dl>
</section>
`;
}

function renderStatement({ text, zone, subjects }: ChangeStatement, base: string): unknown {
  const rest = subjects.slice(SUBJECTS_SHOWN_MAX);
  return html`<div><dt>${text}${zone === null ? '' : html` in ${linkEntity(zone, base)}`}</dt>
<dd>${renderSubjects(subjects.slice(0, SUBJECTS_SHOWN_MAX), base)}${
    rest.length === 0
      ? ''
      : html`<details><summary>${rest.length.toLocaleString('en-GB')} more</summary>
${renderSubjects(rest, base)}</details>`
  }</dd></div>
`;
}

function renderSubjects(subjects: readonly SubjectChange[], base: string): unknown {
  return html`<ul>${subjects.map(
    ({ parts, times }) =>
      html`<li>${parts.map((part) => {
        if (typeof part === 'string') return part;
        return 'text' in part ? renderQuotedName(part.text, part.locale) : linkEntity(part, base);
      })}${times > 1 ? html` <small class="quiet">${formatQuantity(times, 'time')}</small>` : ''}</li>\n`,
  )}</ul>
`;
}
