import { formatRange } from '../../../domain/cards/words.ts';
import { describeAction, type HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { html } from '../html.ts';
import { linkEntity, renderName } from './entity_link.ts';
import { FILES_MARK } from './facts.ts';

/** Renders a task as an instruction: `Loot Hogger`. Names from the game's files are marked. */
export function renderTask(task: HelpTask, base: string): unknown {
  const [before, after] = describeAction(task);
  return html`${before}${renderSubject(task, base)}${after}`;
}

/** Renders only the name of the task's subject, for lists whose heading says what to do. */
export function renderSubject({ entity, nameInFiles }: HelpTask, base: string): unknown {
  return entity.name === null && nameInFiles !== null
    ? html`${renderName(nameInFiles)} ${FILES_MARK}`
    : linkEntity(entity, base);
}

/** Says how many reports are missing: `one more report`. */
export function formatMissing({ missing }: Pick<HelpTask, 'missing'>): string {
  return missing === 1 ? 'one more report' : 'two more reports';
}

/** Renders a list of tasks with notes and missing reports. A `wide` list has columns if there is room for them. */
export function renderTodos(
  tasks: readonly HelpTask[],
  shown: (task: HelpTask) => unknown,
  width: 'narrow' | 'wide' = 'narrow',
): unknown {
  if (tasks.length === 0) return '';
  return html`<ul class="todo${width === 'wide' ? ' columns' : ''}">
${tasks.map((task) => html`<li>${shown(task)}${renderNotes(task)}</li>\n`)}</ul>
`;
}

/** Renders the level and the location of a task's subject, if they are public, and a badge with the missing reports. */
function renderNotes(task: HelpTask): unknown {
  const notes = describePlace(task);
  return html`${notes === '' ? '' : html` <small class="quiet">${notes}</small>`} <small class="need need-${task.missing}">${formatMissing(task)}</small>`;
}

/** Returns the level and the location of a task's subject, such as `level 5, at 41, 66`. Empty if neither is public. */
export function describePlace({ levels, pin }: HelpTask): string {
  const notes = [
    ...(levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`]),
    ...(pin === null ? [] : [`at ${Math.round(pin.x)}, ${Math.round(pin.y)}`]),
  ];
  return notes.join(', ');
}

/** Explains the numbers of subjects without a name, if one of the tasks has such a subject. */
export function explainNameless(tasks: readonly HelpTask[]): unknown {
  return tasks.some(({ entity, nameInFiles }) => entity.name === null && nameInFiles === null)
    ? html`<p class="quiet">A number stands for something without an agreed name. For a creature or a person, target those you meet in the
zone: the addon notes the number. <code>/run print(UnitGUID("target"))</code> shows it as the last number but one.</p>\n`
    : '';
}
