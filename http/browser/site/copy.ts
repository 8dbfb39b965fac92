/** Milliseconds for which a button says that its text was copied. */
const STATUS_SHOWN_MS = 2_000;

/**
 * Makes the copy buttons of a page work (parts/copy.ts). The style sheet shows their labels, `data-label` or, after a
 * press, `data-said`. Listens on the document, so buttons that scripts add later work, too.
 */
export function addCopyButtons(): void {
  document.documentElement.classList.add('copies');
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  document.body.append(status);
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-copy]') : null;
    if (button !== null) void copyFromButton(button, status);
  });
}

async function copyFromButton(button: HTMLElement, status: HTMLElement): Promise<void> {
  const said = await copyText(readButtonText(button), button).then(
    () => 'Copied',
    () => 'Could not copy',
  );
  button.dataset['said'] = said;
  status.textContent = said;
  setTimeout(() => {
    delete button.dataset['said'];
    status.textContent = '';
  }, STATUS_SHOWN_MS);
}

/** Returns the text in the button's attribute or, if that is empty, the text of the field or code beside the button. */
function readButtonText(button: HTMLElement): string {
  const text = button.dataset['copy'] ?? '';
  if (text !== '') return text;
  const source = button.closest('.copyable')?.querySelector<HTMLElement>('input, code') ?? null;
  return source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '');
}

/**
 * Copies text. On pages without TLS, browsers have no clipboard, but still copy a selection. It is made beside the
 * button, because some parts of pages close when the focus leaves them.
 */
async function copyText(text: string, button: HTMLElement): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  const { activeElement } = document;
  field.value = text;
  button.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  (activeElement as HTMLElement | null)?.focus();
  field.remove();
  if (!isCopied) throw new Error('The browser did not copy the text.');
}
