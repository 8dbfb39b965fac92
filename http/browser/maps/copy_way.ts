const LABEL = '/way';

/** Time for which a button says that it copied, in ms. */
const SAID_MS = 2_000;

/**
 * Adds a button that copies a waypoint command, and returns the function that presses it. The style sheet shows the
 * label, so that it is not part of the text of a table's cell, by which rows are sorted and saved.
 */
export function addCopyButton(into: HTMLElement, command: string): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.title = `Copy ${command}`;
  const show = (label: string, name: string): void => {
    button.dataset['label'] = label;
    button.setAttribute('aria-label', name);
  };
  show(LABEL, `Copy ${command}`);
  const say = (text: string): void => {
    show(text, text);
    setTimeout(() => show(LABEL, `Copy ${command}`), SAID_MS);
  };
  const copy = (): void => {
    copyText(command).then(
      () => say('Copied'),
      () => say('Not copied'),
    );
  };
  button.addEventListener('click', copy);
  into.append(button);
  return copy;
}

/** Copies text. On pages without TLS, browsers have no clipboard, but still copy a selection. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  const { activeElement } = document;
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  (activeElement as HTMLElement | null)?.focus();
  if (!isCopied) throw new Error('The browser did not copy the text.');
}
