/** Elements made by scripts. Text only ever goes in as text. */
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

/** The element of an id that the page was sent with. */
export function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no ${id}`);
  return found as T;
}

/** Shows a text, or hides the element where there is none. */
export function tell(target: HTMLElement, text: string | null): void {
  target.textContent = text ?? '';
  target.hidden = text === null;
}

export function show(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}
