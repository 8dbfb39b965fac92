import type { Random } from '../../../domain/ports/random.ts';
import { readDescription } from '../../../domain/saved_variables/send/route_sets.ts';
import { createSession } from '../../../domain/saved_variables/send/session.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import type { FileJudgement, FileSummary, UploadChoice } from './engine.ts';
import { type NoteStorage, readNotes, type SessionNote, writeNote } from './notes.ts';
import type { UploadPause } from './pause.ts';
import { postUpload } from './post.ts';
import type { EngineReader } from './reader.ts';
import { type SendOutcome, sendUploads, type UploadProgress } from './send.ts';
import { findParts, type PageParts, setText, showAssessment, showElement, showOutcome, showSummary } from './view.ts';
import { describeProgress, describeWait, describeWrongFile, formatRecords } from './words.ts';

export interface PageDeps {
  readonly createReader: () => EngineReader;
  readonly createPause: () => UploadPause;
  readonly nowMs: () => number;
  readonly random: Random;
  readonly storage: NoteStorage;
}

/** Starts the page, which reads the chosen file, shows a summary, and sends the file on request. */
export function startPage({ createReader, createPause, nowMs, random, storage }: PageDeps): void {
  const view = findParts();
  const { intake = '', receipts = '', limits = '' } = view.form.dataset;
  let game: string | null = null;
  let reader = createReader();
  let judged: FileJudgement | null = null;
  /** The session of the chosen file. */
  let note: SessionNote | null = null;
  /** Number of operations started so far. An operation that finishes after a newer one has started shows nothing. */
  let turn = 0;

  /** Clears the summary when the file can no longer be read. */
  const reset = (fault: string): void => {
    turn++;
    judged = null;
    reader = createReader();
    setText(view.reading, null);
    showElement(view.found, false);
    setText(view.fileFault, fault);
    view.file.setAttribute('aria-invalid', 'true');
  };

  const rejudge = async (): Promise<void> => {
    const mine = ++turn;
    view.send.disabled = true;
    // Without an answer, the website itself refuses records of another game.
    game ??= await fetch(limits)
      .then(async (answer) => readDescription(await answer.json()).game)
      .catch(() => null);
    const assessment = await reader.judge({ ...readChoice(view), game }).catch(() => null);
    if (mine !== turn) return;
    if (assessment === null) return reset(FILE_LOST);
    judged = assessment;
    showAssessment(view, assessment);
  };

  const choose = async (file: File): Promise<void> => {
    const mine = ++turn;
    for (const section of [view.found, view.sending, view.outcome]) showElement(section, false);
    setText(view.fileFault, null);
    view.file.removeAttribute('aria-invalid');
    setText(view.reading, `Reading ${file.name} …`);
    const read = await openFile(reader, file).catch(() => null);
    if (mine !== turn) return;
    if (read === null) return reset(FILE_UNREADABLE);
    setText(view.reading, typeof read === 'string' ? null : `${file.name}: ${formatRecords(read.records)}.`);
    if (typeof read === 'string') {
      setText(view.fileFault, read);
      view.file.setAttribute('aria-invalid', 'true');
      return;
    }
    note = openNote(storage, file, random);
    for (const box of listCategoryBoxes(view)) box.checked = false;
    showSummary(view, read);
    await rejudge();
  };

  const send = async (): Promise<void> => {
    if (judged === null || note === null) return;
    const { fit } = judged;
    const { session } = note;
    const before = addHeldRecords(note, judged);
    const pause = createPause();
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', stay);
    setDisabled(view, true);
    view.progress.max = fit;
    view.progress.value = 0;
    setText(view.state, 'Sending …');
    showElement(view.sending, true);
    showElement(view.outcome, false);
    view.pause.textContent = 'Pause';
    view.pause.onclick = () => {
      pause.hold(!pause.isHeld());
      view.pause.textContent = pause.isHeld() ? 'Resume' : 'Pause';
    };
    view.cancel.onclick = pause.cancel;
    let last: UploadProgress | null = null;
    const ending = await sendUploads({
      next: () => reader.next(session),
      post: (body) => postUpload(intake, body, pause.stop),
      wait: pause.wait,
      onProgress: (progress, waiting) => {
        last = progress;
        note = { ...before, isStored: before.isStored || progress.stored > 0 };
        writeNote(storage, note);
        view.progress.value = progress.settled;
        setText(view.state, waiting === null ? describeProgress(progress, fit) : describeWait(waiting));
      },
      nowMs,
    }).catch((): SendOutcome => ({ end: 'stopped', error: FILE_LOST }));
    removeEventListener('beforeunload', stay);
    showElement(view.sending, false);
    setDisabled(view, false);
    showOutcome(view, {
      ...describeOutcome(ending),
      progress: last,
      result: note.isStored ? receipts + session : null,
    });
    // Prepare to send the file again from the start.
    void rejudge();
  };

  const accept = (file: File | null | undefined): void => {
    if (file == null || view.file.disabled) return;
    void choose(file);
  };
  view.file.addEventListener('change', () => accept(view.file.files?.[0]));
  acceptDrops(view, accept);
  view.categories.addEventListener('change', () => void rejudge());
  view.tokens.addEventListener('change', () => void rejudge());
  view.send.addEventListener('click', () => void send());
  view.form.addEventListener('submit', (event) => event.preventDefault());
  // A file may have been chosen before this script was loaded, and browsers keep it when the page is reloaded.
  accept(view.file.files?.[0]);
}

/** Returns the note of this file's session, or of a new one if the file was not sent from this browser before. */
function openNote(storage: NoteStorage, { name, size, lastModified }: File, random: Random): SessionNote {
  const file = `${name} ${size} ${lastModified}`;
  const earlier = readNotes(storage).find((note) => note.file === file);
  if (earlier !== undefined) return earlier;
  return { session: createSession(random), file, isStored: false, leftOut: {}, refused: 0, reasons: [] };
}

const REASONS_NOTED_MAX = 20;

function addHeldRecords(note: SessionNote, { leftOut, refused, reasons }: FileJudgement): SessionNote {
  const noted = reasons.slice(0, REASONS_NOTED_MAX).map(({ kind, reason, count }) => ({ kind, reason, count }));
  return { ...note, leftOut, refused, reasons: noted };
}

const FILE_UNREADABLE = 'The file could not be read. It may have been deleted, or be too large for this browser.';
const FILE_LOST = 'The file can no longer be read. Please choose it again.';

/** Opens a file. Returns its summary, or a sentence saying why it cannot be read. */
async function openFile(reader: EngineReader, file: File): Promise<FileSummary | string> {
  const read = await reader.open(file);
  if (!read.ok) return describeWrongFile(file, read.error);
  return read.value.records === 0 ? describeWrongFile(file, null) : read.value;
}

function listCategoryBoxes({ categories }: PageParts): readonly HTMLInputElement[] {
  return [...categories.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
}

function readChoice(view: PageParts): Omit<UploadChoice, 'game'> {
  const ticked = listCategoryBoxes(view)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
  return {
    share: SHARING_CATEGORIES.filter((category) => ticked.includes(category)),
    tokens: view.tokens.value.split(/[\s,;]+/).filter((token) => token !== ''),
  };
}

function setDisabled(view: PageParts, isDisabled: boolean): void {
  for (const control of [view.file, view.categories, view.tokens, view.send]) control.disabled = isDisabled;
}

function acceptDrops({ drop }: PageParts, accept: (file: File | undefined) => void): void {
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
    accept(event.dataTransfer?.files[0]);
  });
}

function describeOutcome(ending: SendOutcome): { readonly title: string; readonly text: string } {
  switch (ending.end) {
    case 'done':
      return {
        title: 'Sent',
        text: 'Everything was sent. You can safely send the same file again: each record counts only once.',
      };
    case 'cancelled':
      return {
        title: 'Stopped',
        text: 'Records sent so far are stored. Send the file again to continue; each record counts only once.',
      };
    case 'stopped':
      return { title: 'Refused', text: ending.error };
  }
}
