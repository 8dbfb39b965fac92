import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMenu } from '../../../../http/browser/site/menu.ts';

/** A node as the menu sees it. */
class FakeNode extends EventTarget {
  readonly inner: readonly FakeNode[];
  constructor(inner: readonly FakeNode[] = []) {
    super();
    this.inner = inner;
  }
  contains(other: unknown): boolean {
    return other === this || this.inner.some((one) => one === other);
  }
}

class FakeMenu extends FakeNode {
  open = true;
  focused = 0;
  querySelector(selector: string): { focus(): void } {
    assert.equal(selector, 'summary');
    return { focus: () => void this.focused++ };
  }
}

/** Returns an open menu with a link in it, and a function that fires an event of the document. */
function openMenu() {
  const link = new FakeNode();
  const menu = new FakeMenu([link]);
  const listeners = new Map<string, (event: object) => void>();
  Object.assign(globalThis, {
    Node: FakeNode,
    document: { addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen) },
  });
  addMenu(menu as unknown as HTMLDetailsElement);
  return { menu, link, fire: (name: string, target: unknown) => listeners.get(name)!({ target }) };
}

test('a press or focus outside closes the menu, and one inside does not', () => {
  for (const name of ['pointerdown', 'focusin']) {
    const { menu, link, fire } = openMenu();
    fire(name, link);
    fire(name, menu);
    assert.equal(menu.open, true, name);
    fire(name, new FakeNode());
    assert.deepEqual([menu.open, menu.focused], [false, 0], name);
  }
});

test('Escape closes the menu and returns the focus, and other keys do nothing', () => {
  const { menu } = openMenu();
  const press = (key: string) => menu.dispatchEvent(Object.assign(new Event('keydown'), { key }));
  press('a');
  assert.deepEqual([menu.open, menu.focused], [true, 0]);
  press('Escape');
  assert.deepEqual([menu.open, menu.focused], [false, 1]);
  press('Escape');
  assert.equal(menu.focused, 1, 'a closed menu takes no focus');
});
