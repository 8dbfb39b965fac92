import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import { element, part, show, tell } from './elements.ts';
import type { Judged, Opened } from './engine.ts';
import type { Reason } from './reasons.ts';
import type { Progress } from './send.ts';
import { fates, kindName, linesText, number, records, several } from './words.ts';

/** The parts that the page was sent with (http/endpoints/upload/page.ts). */
export function parts() {
  return {
    form: part<HTMLFormElement>('upload-form'),
    file: part<HTMLInputElement>('file'),
    drop: part('drop'),
    fileFault: part('file-fault'),
    reading: part('reading'),
    found: part('found'),
    summary: part('summary'),
    kinds: part('kinds'),
    categories: part<HTMLFieldSetElement>('categories'),
    tokens: part<HTMLTextAreaElement>('tokens'),
    refused: part('refused'),
    send: part<HTMLButtonElement>('send'),
    sending: part('sending'),
    progress: part<HTMLProgressElement>('progress'),
    state: part('state'),
    pause: part<HTMLButtonElement>('pause'),
    cancel: part<HTMLButtonElement>('cancel'),
    outcome: part('outcome'),
  };
}

export type Parts = ReturnType<typeof parts>;

/** Says what a file comes to under the player's choices. */
export function showJudged(view: Parts, judged: Judged): void {
  const { fit, requests, refused, kinds, reasons, faults } = judged;
  view.summary.textContent =
    fit === 0 ? 'Nothing in it can be sent.' : `${records(fit)} will be sent, in ${several(requests, 'request')}.`;
  view.kinds.replaceChildren(kindTable(kinds));
  for (const category of SHARING_CATEGORIES) {
    part(`count-${category}`).textContent = categoryCount(judged.leftOut[category] ?? 0, view, category);
  }
  show(part('tokens-field'), judged.chosen);
  view.refused.replaceChildren(
    ...faults.map((fault) => element('p', { class: 'fault' }, fault)),
    ...(refused === 0 ? [] : [reasonList(`${records(refused)} will not be sent, and why`, reasons)]),
  );
  view.send.disabled = fit === 0;
  view.send.textContent = fit === 0 ? 'Send' : `Send ${records(fit)}`;
}

function categoryCount(leftOut: number, { categories }: Parts, category: string): string {
  const box = categories.querySelector<HTMLInputElement>(`input[value="${category}"]`);
  if (box?.checked === true) return '';
  return leftOut === 0 ? 'none in this file' : `${records(leftOut)} ${leftOut === 1 ? 'stays' : 'stay'} here`;
}

/** Notes beside the boxes what the file itself says of sharing. */
export function showOpened(view: Parts, { shared, hasTokens }: Opened): void {
  tell(
    part('shared-note'),
    shared.length === 0
      ? null
      : `In the game you chose to share: ${shared.join(', ')}. Tick it here, too, if you still want to.`,
  );
  tell(part('tokens-note'), hasTokens ? 'The file brings tokens of its own; they are sent with what you tick.' : null);
  show(view.found, true);
}

function kindTable(kinds: Judged['kinds']): HTMLElement {
  return element(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Records by kind', tabindex: '0' },
    element(
      'table',
      { class: 'rows' },
      element('caption', {}, 'Records by kind'),
      element('thead', {}, row('th', ['Kind', 'To send', 'Refused'])),
      element(
        'tbody',
        {},
        ...kinds.map(({ kind, fit, refused }) => row('td', [kindName(kind), number(fit), number(refused)])),
      ),
    ),
  );
}

function row(tag: 'td' | 'th', cells: readonly string[]): HTMLElement {
  return element(
    'tr',
    {},
    ...cells.map((text, at) =>
      element(tag, { ...(tag === 'th' ? { scope: 'col' } : {}), ...(at > 0 ? { class: 'n' } : {}) }, text),
    ),
  );
}

function reasonList(title: string, reasons: readonly Reason[]): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, title),
    element(
      'ul',
      {},
      ...reasons.map(({ kind, reason, count, lines }) =>
        element(
          'li',
          {},
          `${kindName(kind)}, ${records(count)}: `,
          element('bdi', {}, reason),
          ' ',
          element('small', { class: 'quiet' }, `(${linesText(lines, count)})`),
        ),
      ),
    ),
  );
}

/** What is told when the sending came to its end. */
export interface Told {
  readonly title: string;
  readonly text: string;
  readonly progress: Progress | null;
}

export function showOutcome({ outcome }: Parts, { title, text, progress }: Told, receipts: string): void {
  const { stored = 0, repeated = 0, refused = 0, reasons = [], uploadIds = [] } = progress ?? {};
  outcome.replaceChildren(
    element('h2', {}, title),
    element('p', {}, text),
    ...(progress === null ? [] : [element('p', {}, `${fates({ stored, repeated, refused })}.`)]),
    ...(refused === 0 ? [] : [reasonList(`${records(refused)} refused, and why`, reasons)]),
    ...(uploadIds.length === 0 ? [] : [receiptList(uploadIds, receipts)]),
  );
  show(outcome, true);
  outcome.focus();
}

function receiptList(uploadIds: readonly string[], receipts: string): HTMLElement {
  const links = uploadIds.map((id) => element('li', {}, element('a', { href: receipts + id }, id)));
  const title = `What becomes of it: ${several(uploadIds.length, 'upload')}`;
  const details = element('details', {}, element('summary', {}, title), element('ul', {}, ...links));
  if (uploadIds.length <= FEW) details.open = true;
  return details;
}

const FEW = 5;
