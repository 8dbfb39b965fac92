import { counted } from '../../../domain/values/phrases.ts';
import { recordWords } from '../../../domain/values/record_words.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import type { Assessment, FileSummary, Reason } from './engine.ts';
import type { Progress } from './send.ts';
import { linesText, number, outcomeCounts, records } from './words.ts';

/** Finds the elements of the served page (http/endpoints/upload/route.ts). */
export function findParts() {
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

export type Parts = ReturnType<typeof findParts>;

/** Shows how many records will be sent and how many rejected, given the player's choices. */
export function showAssessment(view: Parts, judged: Assessment): void {
  const { fit, requests, refused, kinds, reasons, faults, elsewhere } = judged;
  view.summary.textContent =
    fit === 0
      ? 'Nothing in this file can be sent.'
      : `${records(fit)} will be sent, in ${counted(requests, 'request')}.`;
  view.kinds.replaceChildren(kindTable(kinds));
  for (const category of SHARING_CATEGORIES) {
    part(`count-${category}`).textContent = categoryCount(judged.leftOut[category] ?? 0, view, category);
  }
  show(part('tokens-field'), judged.chosen);
  view.refused.replaceChildren(
    ...[...faults, ...elsewhere].map((fault) => element('p', { class: 'fault' }, fault)),
    ...(refused === 0 ? [] : [reasonList(`Why ${records(refused)} will not be sent`, reasons)]),
  );
  view.send.disabled = fit === 0;
  view.send.textContent = fit === 0 ? 'Send' : `Send ${records(fit)}`;
}

function categoryCount(leftOut: number, { categories }: Parts, category: string): string {
  const box = categories.querySelector<HTMLInputElement>(`input[value="${category}"]`);
  if (box?.checked === true) return '';
  return leftOut === 0 ? 'none in this file' : `${records(leftOut)} not sent`;
}

/** Shows the sharing settings of the file beside the checkboxes. */
export function showSummary(view: Parts, { shared, hasTokens }: FileSummary): void {
  setText(
    part('shared-note'),
    shared.length === 0 ? null : `In the game you chose to share: ${shared.join(', ')}. To share it, tick it here too.`,
  );
  setText(
    part('tokens-note'),
    hasTokens ? 'The file contains grant tokens. They are sent with the categories you tick.' : null,
  );
  show(view.found, true);
}

function kindTable(kinds: Assessment['kinds']): HTMLElement {
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
        ...kinds.map(({ kind, fit, refused }) => row('td', [recordWords(kind), number(fit), number(refused)])),
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
          `${recordWords(kind)}, ${records(count)}: `,
          element('bdi', {}, reason),
          ' ',
          element('small', { class: 'quiet' }, `(${linesText(lines, count)})`),
        ),
      ),
    ),
  );
}

/** The message shown when sending has ended. */
export interface OutcomeMessage {
  readonly title: string;
  readonly text: string;
  readonly progress: Progress | null;
  /** Address of the result page, or null if the website has stored nothing of the file. */
  readonly result: string | null;
}

export function showOutcome({ outcome }: Parts, { title, text, progress, result }: OutcomeMessage): void {
  const { stored = 0, repeated = 0, refused = 0, reasons = [] } = progress ?? {};
  outcome.replaceChildren(
    element('h2', {}, title),
    element('p', {}, text),
    ...(progress === null ? [] : [element('p', {}, `${outcomeCounts({ stored, repeated, refused })}.`)]),
    ...(result === null ? [] : [resultLink(result)]),
    ...(refused === 0
      ? []
      : [reasonList(`Why ${records(refused)} ${refused === 1 ? 'was' : 'were'} refused`, reasons)]),
  );
  show(outcome, true);
  outcome.focus();
}

function resultLink(href: string): HTMLElement {
  return element(
    'p',
    { class: 'result' },
    element('a', { href, class: 'button' }, 'See your contribution'),
    ' ',
    element('small', {}, 'The page shows what becomes public because of it. Bookmark it: it is listed nowhere.'),
  );
}

/** A child to append: a node, or a string, which is never parsed as HTML. */
type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no ${id}`);
  return found as T;
}

export function setText(target: HTMLElement, text: string | null): void {
  target.textContent = text ?? '';
  target.hidden = text === null;
}

export function show(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}
