import { formatQuantity } from '../../../domain/values/phrases.ts';
import { createSuggester, type SuggesterParts, type Suggestion } from './suggester.ts';

interface ComboboxOptions {
  /** Base path of the instance on its host. */
  readonly base: string;
  readonly icons: boolean;
  readonly read: SuggesterParts['read'];
  readonly open: (url: string) => void;
}

let comboboxCount = 0;

/** Keys that move the caret within the text. */
const CARET_KEYS = ['Home', 'End', 'ArrowLeft', 'ArrowRight'];

/**
 * Turns a search box into an editable combobox with a list of suggestions (ARIA Authoring Practices, "Editable Combobox
 * With List Autocomplete", manual selection). The form itself still works without an active suggestion.
 */
export function addCombobox(box: HTMLInputElement, { base, icons, read, open }: ComboboxOptions): void {
  const list = document.createElement('ul');
  const status = document.createElement('p');
  const id = `suggestions-${++comboboxCount}`;
  let rows: readonly Suggestion[] = [];
  let active = -1;

  const setActive = (at: number): void => {
    active = at;
    [...list.children].forEach((option, i) => {
      option.ariaSelected = `${i === at}`;
      if (i !== at) return;
      option.scrollIntoView({ block: 'nearest' });
      box.setAttribute('aria-activedescendant', option.id);
    });
    if (at < 0) box.removeAttribute('aria-activedescendant');
  };
  const setOpen = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    box.ariaExpanded = `${isOpen}`;
    if (!isOpen) setActive(-1);
  };
  const suggester = createSuggester({
    read,
    show: (found) => {
      rows = found ?? [];
      const folder = icons ? `${base}/icons/` : null;
      list.replaceChildren(...rows.map((row, at) => renderOption(row, `${id}-${at}`, folder)));
      status.textContent =
        found === null ? '' : rows.length === 0 ? 'No suggestions' : formatQuantity(rows.length, 'suggestion');
      setActive(-1);
      setOpen(rows.length > 0);
    },
  });
  const close = (): void => {
    suggester.stop();
    setOpen(false);
    status.textContent = '';
  };
  const follow = ({ url, name }: Suggestion): void => open(url ?? `${base}/search?q=${encodeURIComponent(name)}`);

  /** Moves to another suggestion, or opens the list. Beyond its ends is the box itself. */
  const move = (step: 1 | -1): void => {
    if (rows.length === 0) {
      suggester.ask(box.value);
      return;
    }
    setOpen(true);
    const places = rows.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  };

  const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => {
      event.preventDefault();
      move(1);
    },
    ArrowUp: (event) => {
      event.preventDefault();
      move(-1);
    },
    Enter: (event) => {
      const row = rows[active];
      if (row === undefined) return close();
      event.preventDefault();
      follow(row);
    },
    Escape: (event) => {
      event.preventDefault();
      if (list.hidden) {
        box.value = '';
        suggester.ask('');
      } else close();
    },
  };

  box.autocomplete = 'off';
  box.role = 'combobox';
  box.ariaAutoComplete = 'list';
  box.setAttribute('aria-controls', id);
  box.setAttribute('aria-keyshortcuts', '/');
  list.id = id;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  status.className = 'status';
  status.role = 'status';
  setOpen(false);
  box.after(list, status);

  const onInput = (): void => {
    setActive(-1);
    suggester.ask(box.value);
  };
  box.addEventListener('input', onInput);
  box.addEventListener('blur', close);
  box.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (CARET_KEYS.includes(event.key)) setActive(-1);
    KEYS[event.key]?.(event);
  });
  // The reader may have typed before this script was loaded.
  if (document.activeElement === box && box.value !== box.defaultValue) onInput();
  // The box keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const at = [...list.children].findIndex((option) => option.contains(event.target as Node));
    if (at >= 0) follow(rows[at]!);
  });
}

function renderOption(suggestion: Suggestion, id: string, folder: string | null) {
  const { name, locale, quality, kind, line } = suggestion;
  const option = document.createElement('li');
  option.id = id;
  option.role = 'option';
  const shown = renderText('bdi', name, quality === null ? '' : `q-${quality}`);
  const mark = locale === undefined ? [] : [' ', renderText('small', locale, 'lang')];
  const title = document.createElement('span');
  title.append(shown, ...mark);
  option.append(
    renderTile(suggestion, folder),
    title,
    renderText('small', kind === 'npc' ? 'NPC' : kind.replace('player_', '').replaceAll('_', ' '), 'kind'),
    renderText('small', line, 'line'),
  );
  return option;
}

/** Renders an icon, or the first letter of the name if there is no icon, as pages do (http/pages/parts/placeholders.ts). */
function renderTile({ name, quality, icon }: Suggestion, folder: string | null): HTMLElement {
  const letter = renderText('i', '', `tile q-${quality ?? 'none'}`);
  letter.dataset['letter'] = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?';
  letter.ariaHidden = 'true';
  if (folder === null || icon === null) return letter;
  const picture = document.createElement('img');
  picture.className = letter.className;
  picture.alt = '';
  picture.addEventListener('error', () => picture.replaceWith(letter));
  picture.src = folder + encodeURIComponent(icon);
  return picture;
}

function renderText(tag: string, text: string, look: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = look;
  element.textContent = text;
  return element;
}
