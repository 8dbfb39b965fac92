import type { SuggestResponse } from '../../../schema/responses/suggestResponse.ts';
import { addCombobox } from './combobox.ts';

/** Whether the instance has pictures of icons (http/endpoints/assets/route.ts). */
declare const THIRD_WITNESS_ICONS: boolean;

/** Names of elements into which `/` is typed. */
const TEXT_FIELD_TAG = /^(?:input|textarea|select)$/i;

/** Suggests names in every search box of a page. The forms also work without this script. */
const searchBoxes = [...document.querySelectorAll<HTMLInputElement>('form.find [name=q]')];
for (const box of searchBoxes) {
  const base = box.form!.getAttribute('action')!.replace(/\/search$/, '');
  addCombobox(box, {
    base,
    icons: THIRD_WITNESS_ICONS,
    read: (text, signal) => readSuggestions(base, text, signal),
    open: (url) => location.assign(url),
  });
}
document.addEventListener('keydown', focusSearch);

/** Fetches suggestions. Their pages are opened on the host under which this page was opened. */
async function readSuggestions(base: string, text: string, signal: AbortSignal) {
  const response = await fetch(`${base}/api/suggest?q=${encodeURIComponent(text)}`, { signal });
  if (!response.ok) throw new Error(`The suggestions were answered with ${response.status}.`);
  const { rows, attribution }: SuggestResponse = await response.json();
  const { source } = attribution;
  return rows.map((row) =>
    row.url?.startsWith(source) ? { ...row, url: `${base}/${row.url.slice(source.length)}` } : row,
  );
}

/** Moves the focus to the first search box if `/` is pressed outside of a field. */
function focusSearch(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey, target } = event;
  const [box] = searchBoxes;
  const isTyping = target instanceof HTMLElement && (target.isContentEditable || TEXT_FIELD_TAG.test(target.tagName));
  if (key !== '/' || ctrlKey || altKey || metaKey || isTyping || box === undefined) return;
  event.preventDefault();
  box.focus();
  box.select();
}
