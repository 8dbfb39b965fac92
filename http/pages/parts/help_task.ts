import { formatRange } from '../../../domain/cards/words.ts';
import { describeAction, type HelpTask, hasTaskName } from '../../../domain/tools/coverage/tasks.ts';
import { html } from '../html.ts';
import { linkEntity, renderName } from './entity_link.ts';
import { FILE_FACT_MARK } from './facts.ts';

/** Renders a task as an instruction: `Loot Hogger`. Names from the game's files are marked. */
export function renderTask(task: HelpTask, base: string): unknown {
  const [before, after] = describeAction(task);
  return html`${before}${renderSubject(task, base)}${after}`;
}

/** Renders only the name of the task's subject, for lists whose heading says what to do. */
export function renderSubject({ entity, nameInFiles }: HelpTask, base: string): unknown {
  return entity.name === null && nameInFiles !== null
    ? html`${renderName(nameInFiles)} ${FILE_FACT_MARK}`
    : linkEntity(entity, base);
}

/** Says how many reports are missing: `one more report`. */
export function formatMissing({ missing }: Pick<HelpTask, 'missing'>): string {
  return missing === 1 ? 'one more report' : 'two more reports';
}

/**
 * Renders the tasks whose subjects have names, with notes and missing reports. A `wide` list has columns if there is room
 * for them.
 */
export function renderTodos(
  tasks: readonly HelpTask[],
  shown: (task: HelpTask) => unknown,
  width: 'narrow' | 'wide' = 'narrow',
): unknown {
  const named = tasks.filter(hasTaskName);
  if (named.length === 0) return '';
  return html`<ul class="todo${width === 'wide' ? ' columns' : ''}">
${named.map((task) => html`<li>${shown(task)}${renderNotes(task)}</li>\n`)}</ul>
`;
}

/** Renders the level and the location of a task's subject, if they are public, and a badge with the missing reports. */
function renderNotes(task: HelpTask): unknown {
  const notes = describeTaskPlace(task);
  return html`${notes === '' ? '' : html` <small class="quiet">${notes}</small>`} ${renderMissing(task)}`;
}

function renderMissing(task: HelpTask): unknown {
  return html`<small class="need need-${task.missing}">${formatMissing(task)}</small>`;
}

/** Returns the level and the location of a task's subject, such as `level 5, at 41, 66`. Empty if neither is public. */
export function describeTaskPlace({ levels, pin }: HelpTask): string {
  const notes = [
    ...(levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`]),
    ...(pin === null ? [] : [`at ${Math.round(pin.x)}, ${Math.round(pin.y)}`]),
  ];
  return notes.join(', ');
}

/** Says once what to do about subjects without a name, and folds their numbers. All tasks are of one kind. */
export function renderNameless(tasks: readonly HelpTask[]): unknown {
  const nameless = tasks.filter((task) => !hasTaskName(task));
  const [first] = nameless;
  if (first === undefined) return '';
  const [before, after] = describeAction(first);
  const one = nameless.filter(({ missing }) => missing === 1).length;
  const isMixed = one > 0 && one < nameless.length;
  return html`<details class="quiet"><summary>${before}any you find${after}: ${nameless.length} without a name${isMixed ? `, ${one} of them with one more report` : html` ${renderMissing(first)}`}</summary>
<p>Their numbers: ${nameless.map(({ entity }) => entity.id).join(', ')}${
    first.entity.kind === 'npc'
      ? html`. <code>/run print(UnitGUID("target"))</code> shows your target’s number as the last but one`
      : ''
  }.</p></details>
`;
}

/** Says once that some subjects have no name, in a list of tasks of several kinds. */
export function mentionNameless(tasks: readonly HelpTask[]): unknown {
  return tasks.every(hasTaskName)
    ? ''
    : html`<p class="quiet">Target, loot and open what you meet: some of it has no name yet.</p>\n`;
}
