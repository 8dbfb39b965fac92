import type { PendingSubject } from '../../../domain/ports/coverage.ts';
import type { HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { html } from '../../pages/html.ts';
import { namelessNote, taskSubject, todoList } from '../../pages/parts/help_task.ts';
import { type CoverageAsked, coverageUrl } from './query.ts';

interface KindPage {
  readonly tasks: readonly HelpTask[];
  /** Start of the next page, or null on the last page. */
  readonly next: PendingSubject | null;
}

/** Renders the list of all tasks of one kind. */
export function kindMain({ tasks, next }: KindPage, asked: CoverageAsked, base: string): unknown {
  return html`${
    tasks.length === 0
      ? html`<p>Nothing needs more reports here.</p>\n`
      : html`${todoList(tasks, (task) => taskSubject(task, base), 'wide')}${namelessNote(tasks)}`
  }${next === null ? '' : html`<p class="cut"><a href="${base}${coverageUrl({ ...asked, after: next })}">Next page</a></p>\n`}`;
}
