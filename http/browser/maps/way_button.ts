/**
 * Creates a button that copies a waypoint command (http/browser/site/copy.ts). The style sheet shows its label, so that
 * it is not part of the text of a table's cell, by which rows are sorted and saved.
 */
export function createWayButton(command: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.title = `Copy ${command}`;
  button.setAttribute('aria-label', button.title);
  Object.assign(button.dataset, { copy: command, label: '/way' });
  return button;
}
