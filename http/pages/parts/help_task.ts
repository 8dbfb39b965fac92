import { actionOf, type HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { html } from '../html.ts';
import { entityLink, nameOf } from './entity_link.ts';
import { FILES_MARK } from './facts.ts';

/** Renders a task as an instruction: `Loot Hogger`. Names from the game's files are marked. */
export function helpTask(task: HelpTask, base: string): unknown {
  const [before, after] = actionOf(task);
  const { entity, nameInFiles } = task;
  const shown =
    entity.name === null && nameInFiles !== null
      ? html`${nameOf(nameInFiles)} ${FILES_MARK}`
      : entityLink(entity, base);
  return html`${before}${shown}${after}`;
}

/** Says how many reports are missing: `one more report`. */
export function missingText({ missing }: Pick<HelpTask, 'missing'>): string {
  return missing === 1 ? 'one more report' : 'two more reports';
}
