import { findEntityKind } from '../../../domain/families/coverage.ts';
import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import type { SubjectList, SubjectStatus, UploadFate } from '../../../domain/reads/upload.ts';
import { type HelpTask, hasTaskName } from '../../../domain/tools/coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { renderTask } from '../../pages/parts/help_task.ts';
import { renderSection } from '../../pages/parts/section.ts';

const STANDINGS: readonly { readonly status: SubjectStatus; readonly heading: string; readonly explanation: string }[] =
  [
    {
      status: 'one',
      heading: 'Needs one more player',
      explanation: 'If one more player reports one of these, it may become public. Ask a friend to:',
    },
    {
      status: 'open',
      heading: 'Waits for others',
      explanation: 'Nothing about these is public yet. They need two more players, or players who agree.',
    },
    {
      status: 'public',
      heading: 'Already known',
      explanation: 'Three players had confirmed these before. Reports like yours keep them up to date.',
    },
  ];

/** Renders the entities that an upload reported, by their state in the newest snapshot. `tasks` are those that need one. */
export function renderStandings(
  lists: NonNullable<UploadFate['status']>,
  tasks: readonly HelpTask[],
  base: string,
): unknown {
  const shown = STANDINGS.filter(({ status }) => lists[status].total > 0);
  return html`${shown.map(({ status, heading, explanation }) =>
    renderSection(
      status,
      `${heading} (${lists[status].total.toLocaleString('en-GB')})`,
      html`<p>${explanation}</p>
${status === 'one' ? renderTasks(tasks, lists.one.total, base) : renderSubjects(lists[status], status === 'public', base)}`,
      'panel',
    ),
  )}`;
}

function renderTasks(tasks: readonly HelpTask[], total: number, base: string): unknown {
  return html`${renderNamedFirst(tasks, hasTaskName, (task) => renderTask(task, base))}${total > tasks.length ? html`<p class="cut">The first ${tasks.length} of ${total.toLocaleString('en-GB')}.</p>\n` : ''}`;
}

/** Renders a list, with the entries without a name folded below it. */
function renderNamedFirst<T>(all: readonly T[], isNamed: (one: T) => boolean, render: (one: T) => unknown): unknown {
  const items = (some: readonly T[]): unknown => html`<ul class="subjects">
${some.map((one) => html`<li>${render(one)}</li>\n`)}</ul>
`;
  const [named, nameless] = [all.filter(isNamed), all.filter((one) => !isNamed(one))];
  const folded = html`<details><summary>${nameless.length} without an agreed name</summary>\n${items(nameless)}</details>\n`;
  return html`${named.length === 0 ? '' : items(named)}${nameless.length === 0 ? '' : folded}`;
}

function renderSubjects({ subjects, total }: SubjectList, isPublic: boolean, base: string): unknown {
  const rows = subjects.map(({ kind, id, name }) => ({
    kind,
    id,
    name: name ?? null,
    isPublic: isPublic || name !== undefined,
  }));
  return renderCoveredList(rows, base, total);
}

interface CoverageSubject {
  readonly kind: CoverageKind;
  readonly id: number;
  readonly name: LocalizedText | null;
  /** Whether the entity has a page. Defaults to whether it has a name. */
  readonly isPublic?: boolean;
}

/** Renders a list of subjects. `total` is the length of the full list if `list` is only its beginning. */
function renderCoveredList(list: readonly CoverageSubject[], base: string, total = list.length): unknown {
  const isNamed = ({ name, isPublic }: CoverageSubject): boolean => name !== null || isPublic === true;
  return html`${renderNamedFirst(list, isNamed, (one) => renderSubject(one, base))}${total > list.length ? html`<p class="cut">The first ${list.length} of ${formatQuantity(total, 'subject')}.</p>\n` : ''}`;
}

function renderSubject({ kind, id, name, isPublic = name !== null }: CoverageSubject, base: string): unknown {
  const entity = { kind: findEntityKind(kind), id, name: name?.value ?? null, locale: name?.locale };
  const link = linkEntity(isPublic ? entity : { ...entity, url: null }, base);
  // An NPC with loot that waits is named as "loot of Hogger".
  const side = kind === entity.kind ? '' : COVERAGE_WORDS[kind].many.toLowerCase().replace(/\w+$/u, '');
  return html`${side}${link}`;
}
