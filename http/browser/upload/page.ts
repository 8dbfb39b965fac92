import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import { show, tell } from './elements.ts';
import type { Choice, Judged, Opened } from './engine.ts';
import type { Pause } from './pause.ts';
import { post } from './post.ts';
import type { Reader } from './reader.ts';
import { type Ending, type Progress, sendAll } from './send.ts';
import { type Parts, parts, showJudged, showOpened, showOutcome } from './view.ts';
import { brokenFile, NO_RECORDS, progressText, records, waitingText } from './words.ts';

/** What the page works with. */
export interface PageDeps {
  readonly createReader: () => Reader;
  readonly createPause: () => Pause;
  readonly nowMs: () => number;
}

/** Brings the page to life: a file is read and shown here, and sent when the player says so. */
export function startPage({ createReader, createPause, nowMs }: PageDeps): void {
  const view = parts();
  const { intake = '', receipts = '' } = view.form.dataset;
  let reader = createReader();
  let judged: Judged | null = null;
  /** Counts what was begun: whoever comes back late finds another number, and shows nothing. */
  let turn = 0;

  /** Takes back what was shown of a file that cannot be read any more. */
  const lose = (fault: string): void => {
    turn++;
    judged = null;
    reader = createReader();
    tell(view.reading, null);
    show(view.found, false);
    tell(view.fileFault, fault);
    view.file.setAttribute('aria-invalid', 'true');
  };

  const rejudge = async (): Promise<void> => {
    const mine = ++turn;
    view.send.disabled = true;
    const made = await reader.judge(choiceIn(view)).catch(() => null);
    if (mine !== turn) return;
    if (made === null) return lose(LOST);
    judged = made;
    showJudged(view, made);
  };

  const choose = async (file: File): Promise<void> => {
    const mine = ++turn;
    for (const section of [view.found, view.sending, view.outcome]) show(section, false);
    tell(view.fileFault, null);
    view.file.removeAttribute('aria-invalid');
    tell(view.reading, `Reading ${file.name} …`);
    const read = await opened(reader, file).catch(() => null);
    if (mine !== turn) return;
    if (read === null) return lose(UNREAD);
    tell(view.reading, typeof read === 'string' ? null : `${file.name}: ${records(read.records)}.`);
    if (typeof read === 'string') {
      tell(view.fileFault, read);
      view.file.setAttribute('aria-invalid', 'true');
      return;
    }
    for (const box of boxesIn(view)) box.checked = false;
    showOpened(view, read);
    await rejudge();
  };

  const send = async (): Promise<void> => {
    if (judged === null) return;
    const { fit } = judged;
    const pause = createPause();
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', stay);
    setFixed(view, true);
    view.progress.max = fit;
    view.progress.value = 0;
    tell(view.state, 'Sending …');
    show(view.sending, true);
    show(view.outcome, false);
    view.pause.textContent = 'Pause';
    view.pause.onclick = () => {
      pause.hold(!pause.isHeld());
      view.pause.textContent = pause.isHeld() ? 'Go on' : 'Pause';
    };
    view.cancel.onclick = pause.giveUp;
    let last: Progress | null = null;
    const ending = await sendAll({
      next: reader.next,
      post: (body) => post(intake, body, pause.stop),
      goOnAfter: pause.goOnAfter,
      told: (progress, waiting) => {
        last = progress;
        view.progress.value = progress.settled;
        tell(view.state, waiting === null ? progressText(progress, fit) : waitingText(waiting));
      },
      nowMs,
    }).catch((): Ending => ({ end: 'stopped', error: LOST }));
    removeEventListener('beforeunload', stay);
    show(view.sending, false);
    setFixed(view, false);
    showOutcome(view, { ...wordsFor(ending), progress: last }, receipts);
    // What was sent is known by now: sending again begins at the start.
    void rejudge();
  };

  const take = (file: File | null | undefined): void => {
    if (file == null || view.file.disabled) return;
    void choose(file);
  };
  view.file.addEventListener('change', () => take(view.file.files?.[0]));
  takeDrops(view, take);
  view.categories.addEventListener('change', () => void rejudge());
  view.tokens.addEventListener('change', () => void rejudge());
  view.send.addEventListener('click', () => void send());
  view.form.addEventListener('submit', (event) => event.preventDefault());
  show(view.form, true);
  // Browsers keep the choice when a page is loaded again.
  take(view.file.files?.[0]);
}

const UNREAD = 'The file could not be read: it may be gone, or too large for this browser.';
const LOST = 'The file could not be read any more: choose it again.';

/** What stands in a file, or a sentence why it cannot be read. */
async function opened(reader: Reader, file: File): Promise<Opened | string> {
  const read = await reader.open(file);
  if (!read.ok) return brokenFile(read.error);
  return read.value.records === 0 ? NO_RECORDS : read.value;
}

function boxesIn({ categories }: Parts): readonly HTMLInputElement[] {
  return [...categories.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
}

function choiceIn(view: Parts): Choice {
  const ticked = boxesIn(view)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
  return {
    share: SHARING_CATEGORIES.filter((category) => ticked.includes(category)),
    tokens: view.tokens.value.split(/[\s,;]+/).filter((token) => token !== ''),
  };
}

/** While a file is sent nothing of what was chosen can be changed. */
function setFixed(view: Parts, isFixed: boolean): void {
  for (const control of [view.file, view.categories, view.tokens, view.send]) control.disabled = isFixed;
}

/** A file may be dropped instead of chosen. */
function takeDrops({ drop }: Parts, take: (file: File | undefined) => void): void {
  for (const name of ['dragenter', 'dragover'] as const) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    take(event.dataTransfer?.files[0]);
  });
}

function wordsFor(ending: Ending): { readonly title: string; readonly text: string } {
  switch (ending.end) {
    case 'done':
      return {
        title: 'Sent',
        text: 'Everything was sent. Sending the same file again counts once, so you may do so at any time.',
      };
    case 'cancelled':
      return {
        title: 'Stopped',
        text: 'What was sent until then is stored. Send the file again to go on: what is known counts once.',
      };
    case 'stopped':
      return { title: 'Refused', text: ending.error };
  }
}
