import { formatQuantity } from '../../../domain/values/phrases.ts';
import { describeRecordKind } from '../../../domain/values/record_words.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import type { FileJudgement, FileSummary, RefusalReason } from './engine.ts';
import type { UploadProgress } from './send.ts';
import { formatLineNumbers, formatNumber, formatOutcomeCounts, formatRecords } from './words.ts';

/** Finds the elements of the served page (http/endpoints/upload/route.ts). */
export function findParts() {
  return {
    form: findPart<HTMLFormElement>('upload-form'),
    file: findPart<HTMLInputElement>('file'),
    drop: findPart('drop'),
    fileFault: findPart('file-fault'),
    reading: findPart('reading'),
    found: findPart('found'),
    summary: findPart('summary'),
    kinds: findPart('kinds'),
    categories: findPart<HTMLFieldSetElement>('categories'),
    tokens: findPart<HTMLTextAreaElement>('tokens'),
    refused: findPart('refused'),
    send: findPart<HTMLButtonElement>('send'),
    sending: findPart('sending'),
    progress: findPart<HTMLProgressElement>('progress'),
    state: findPart('state'),
    pause: findPart<HTMLButtonElement>('pause'),
    cancel: findPart<HTMLButtonElement>('cancel'),
    outcome: findPart('outcome'),
  };
}

export type PageParts = ReturnType<typeof findParts>;

/** Shows how many records will be sent and how many rejected, given the player's choices. */
export function showAssessment(view: PageParts, judged: FileJudgement): void {
  const { fit, requests, refused, kinds, reasons, faults, elsewhere } = judged;
  view.summary.textContent =
    fit === 0
      ? 'Nothing in this file can be sent.'
      : `${formatRecords(fit)} will be sent, in ${formatQuantity(requests, 'request')}.`;
  view.kinds.replaceChildren(renderKindCounts(kinds));
  for (const category of SHARING_CATEGORIES) {
    findPart(`count-${category}`).textContent = formatCategoryCount(judged.leftOut[category] ?? 0, view, category);
  }
  showElement(findPart('tokens-field'), judged.chosen);
  view.refused.replaceChildren(
    ...[...faults, ...elsewhere].map((fault) => createElement('p', { class: 'fault' }, fault)),
    ...(refused === 0 ? [] : [renderReasons(`Why ${formatRecords(refused)} will not be sent`, reasons)]),
  );
  view.send.disabled = fit === 0;
  view.send.textContent = fit === 0 ? 'Send' : `Send ${formatRecords(fit)}`;
}

function formatCategoryCount(leftOut: number, { categories }: PageParts, category: string): string {
  const box = categories.querySelector<HTMLInputElement>(`input[value="${category}"]`);
  if (box?.checked === true) return '';
  return leftOut === 0 ? 'none in this file' : `${formatRecords(leftOut)} not sent`;
}

/** Shows the sharing settings of the file beside the checkboxes. */
export function showSummary(view: PageParts, { shared, hasTokens }: FileSummary): void {
  setText(
    findPart('shared-note'),
    shared.length === 0 ? null : `In the game you chose to share: ${shared.join(', ')}. To share it, tick it here too.`,
  );
  setText(
    findPart('tokens-note'),
    hasTokens ? 'The file contains grant tokens. They are sent with the categories you tick.' : null,
  );
  showElement(view.found, true);
}

function renderKindCounts(kinds: FileJudgement['kinds']): HTMLElement {
  return createElement(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Records by kind', tabindex: '0' },
    createElement(
      'table',
      { class: 'rows' },
      createElement('caption', {}, 'Records by kind'),
      createElement('thead', {}, createRow('th', ['Kind', 'To send', 'Refused'])),
      createElement(
        'tbody',
        {},
        ...kinds.map(({ kind, fit, refused }) =>
          createRow('td', [describeRecordKind(kind), formatNumber(fit), formatNumber(refused)]),
        ),
      ),
    ),
  );
}

function createRow(tag: 'td' | 'th', cells: readonly string[]): HTMLElement {
  return createElement(
    'tr',
    {},
    ...cells.map((text, at) =>
      createElement(tag, { ...(tag === 'th' ? { scope: 'col' } : {}), ...(at > 0 ? { class: 'n' } : {}) }, text),
    ),
  );
}

function renderReasons(title: string, reasons: readonly RefusalReason[]): HTMLElement {
  return createElement(
    'details',
    {},
    createElement('summary', {}, title),
    createElement(
      'ul',
      {},
      ...reasons.map(({ kind, reason, count, lines }) =>
        createElement(
          'li',
          {},
          `${describeRecordKind(kind)}, ${formatRecords(count)}: `,
          createElement('bdi', {}, reason),
          ' ',
          createElement('small', { class: 'quiet' }, `(${formatLineNumbers(lines, count)})`),
        ),
      ),
    ),
  );
}

/** The message shown when sending has ended. */
export interface OutcomeMessage {
  readonly title: string;
  readonly text: string;
  readonly progress: UploadProgress | null;
  /** Address of the result page, or null if the website has stored nothing of the file. */
  readonly result: string | null;
}

export function showOutcome({ outcome }: PageParts, { title, text, progress, result }: OutcomeMessage): void {
  const { stored = 0, repeated = 0, refused = 0, reasons = [] } = progress ?? {};
  outcome.replaceChildren(
    createElement('h2', {}, title),
    createElement('p', {}, text),
    ...(progress === null ? [] : [createElement('p', {}, `${formatOutcomeCounts({ stored, repeated, refused })}.`)]),
    ...(result === null ? [] : [linkResult(result)]),
    ...(refused === 0
      ? []
      : [renderReasons(`Why ${formatRecords(refused)} ${refused === 1 ? 'was' : 'were'} refused`, reasons)]),
  );
  showElement(outcome, true);
  outcome.focus();
}

function linkResult(href: string): HTMLElement {
  return createElement(
    'p',
    { class: 'result' },
    createElement('a', { href, class: 'button' }, 'See your contribution'),
    ' ',
    createElement('small', {}, 'The page shows what becomes public because of it. Bookmark it: it is listed nowhere.'),
  );
}

/** A child to append: a node, or a string, which is never parsed as HTML. */
type ElementContent = Node | string;

export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly ElementContent[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function findPart<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no ${id}`);
  return found as T;
}

export function setText(target: HTMLElement, text: string | null): void {
  target.textContent = text ?? '';
  target.hidden = text === null;
}

export function showElement(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}
