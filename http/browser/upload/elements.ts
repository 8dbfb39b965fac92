/** A child to append, either a node or a text. A text is never parsed as HTML. */
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

/** Returns an element of the page, as served, by id. */
export function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no ${id}`);
  return found as T;
}

/** Sets the text of an element, or hides it if the text is null. */
export function setText(target: HTMLElement, text: string | null): void {
  target.textContent = text ?? '';
  target.hidden = text === null;
}

export function show(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}
