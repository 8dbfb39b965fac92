import { formatRange } from '../../../domain/cards/words.ts';
import { describeAction, type HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { html } from '../html.ts';
import { entityLink, renderName } from './entity_link.ts';
import { FILES_MARK } from './facts.ts';

/** Renders a task as an instruction: `Loot Hogger`. Names from the game's files are marked. */
export function helpTask(task: HelpTask, base: string): unknown {
  const [before, after] = describeAction(task);
  return html`${before}${taskSubject(task, base)}${after}`;
}

/** Renders only the name of the task's subject, for lists whose heading says what to do. */
export function taskSubject({ entity, nameInFiles }: HelpTask, base: string): unknown {
  return entity.name === null && nameInFiles !== null
    ? html`${renderName(nameInFiles)} ${FILES_MARK}`
    : entityLink(entity, base);
}

/** Says how many reports are missing: `one more report`. */
export function formatMissing({ missing }: Pick<HelpTask, 'missing'>): string {
  return missing === 1 ? 'one more report' : 'two more reports';
}

/** Renders a list of tasks with notes and missing reports. A `wide` list has columns if there is room for them. */
export function todoList(
  tasks: readonly HelpTask[],
  shown: (task: HelpTask) => unknown,
  width: 'narrow' | 'wide' = 'narrow',
): unknown {
  return html`<ul class="todo${width === 'wide' ? ' columns' : ''}">
${tasks.map((task) => html`<li>${shown(task)}${taskNotes(task)}</li>\n`)}</ul>
`;
}

/** Renders the level and the location of a task's subject, if they are public, and a badge with the missing reports. */
function taskNotes(task: HelpTask): unknown {
  const { levels, pin, missing } = task;
  const notes = [
    ...(levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`]),
    ...(pin === null ? [] : [`at ${Math.round(pin.x)}, ${Math.round(pin.y)}`]),
  ];
  return html`${notes.length === 0 ? '' : html` <small class="quiet">${notes.join(', ')}</small>`} <small class="need need-${missing}">${formatMissing(task)}</small>`;
}

/** Explains the numbers of subjects without a name, if one of the tasks has such a subject. */
export function namelessNote(tasks: readonly HelpTask[]): unknown {
  return tasks.some(({ entity, nameInFiles }) => entity.name === null && nameInFiles === null)
    ? html`<p class="quiet">A number is shown where three players have not agreed on a name yet.</p>\n`
    : '';
}
