/** Closes the header's menu on Escape and when the focus or a press goes elsewhere. */
export function addMenu(menu: HTMLDetailsElement): void {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const closeUnlessInside = ({ target }: Event): void => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  document.addEventListener('pointerdown', closeUnlessInside);
  document.addEventListener('focusin', closeUnlessInside);
}
