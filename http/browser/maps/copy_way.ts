const LABEL = '/way';

/** Time for which a button says that it copied, in ms. */
const SAID_MS = 2_000;

/** Adds a button that copies a waypoint command, and returns the function that presses it. */
export function addCopyButton(into: HTMLElement, command: string): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = LABEL;
  button.title = `Copy ${command}`;
  button.setAttribute('aria-label', button.title);
  const say = (text: string): void => {
    button.textContent = text;
    button.setAttribute('aria-label', text);
    setTimeout(() => {
      button.textContent = LABEL;
      button.setAttribute('aria-label', button.title);
    }, SAID_MS);
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
