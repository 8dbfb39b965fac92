/** Milliseconds for which a button says that its text was copied. */
const SAID_MS = 2_000;

/**
 * Makes the copy buttons of a page work (parts/copy.ts). They stay invisible if the browser has no clipboard for pages
 * without TLS. Listens on the document, so buttons that scripts add later work, too.
 */
export function addCopying(): void {
  if (navigator.clipboard === undefined) return;
  document.documentElement.classList.add('copies');
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  document.body.append(status);
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-copy]') : null;
    if (button !== null) void copy(button, status);
  });
}

async function copy(button: HTMLElement, status: HTMLElement): Promise<void> {
  const label = button.dataset['label'] ?? button.textContent ?? '';
  button.dataset['label'] = label;
  const said = await navigator.clipboard.writeText(textFor(button)).then(
    () => 'Copied',
    () => 'Could not copy',
  );
  button.textContent = said;
  status.textContent = said;
  setTimeout(() => {
    button.textContent = label;
    status.textContent = '';
  }, SAID_MS);
}

/** Returns the text in the button's attribute or, if that is empty, the text of the field or code beside the button. */
function textFor(button: HTMLElement): string {
  const text = button.dataset['copy'] ?? '';
  if (text !== '') return text;
  const source = button.closest('.copyable')?.querySelector<HTMLElement>('input, code') ?? null;
  return source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '');
}
