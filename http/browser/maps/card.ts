import { createWayButton } from './way_button.ts';

/** The card of a map, which describes one pin at a time. */
export interface PinCard {
  /** Takes over the description of a pin. Without scripts, browsers show it themselves. */
  describe(pin: SVGElement): void;
  open(pin: SVGElement): void;
  /** Moves the open card to its pin after the map has moved. */
  place(): void;
  close(): void;
  isOpen(): boolean;
  /** Copies the waypoint of the open card. */
  copy(): void;
}

/** Distance between a pin and its card, in CSS pixels. */
const CARD_GAP = 14;

export function createCard(ground: HTMLElement, mapId: string): PinCard {
  const box = document.createElement('div');
  box.className = 'pin-card';
  box.hidden = true;
  ground.append(box);
  const lines = new Map<SVGElement, readonly string[]>();
  let pin: SVGElement | null = null;

  const place = (): void => {
    if (pin === null) return;
    const [at, around] = [pin.getBoundingClientRect(), ground.getBoundingClientRect()];
    const x = at.left + at.width / 2 - around.left;
    const y = at.top + at.height / 2 - around.top;
    const left = Math.min(Math.max(4, x - box.offsetWidth / 2), around.width - box.offsetWidth - 4);
    const above = y - box.offsetHeight - CARD_GAP;
    box.style.left = `${left}px`;
    box.style.top = `${above >= 0 ? above : y + CARD_GAP}px`;
  };

  return {
    describe: (one) => {
      const title = one.querySelector('title');
      const text = title?.textContent ?? '';
      lines.set(one, text.split('\n'));
      one.setAttribute('aria-label', text.replaceAll('\n', ', '));
      title?.remove();
    },
    open: (one) => {
      if (pin === one) return;
      pin = one;
      const [name = '', ...facts] = lines.get(one) ?? [];
      const coordinates = facts.at(-1)!.replace(',', '');
      box.replaceChildren(
        createHeading(name, one.getAttribute('href')),
        ...facts.map(createTextLine),
        createWayButton(`/way #${mapId} ${coordinates} ${name}`),
      );
      box.hidden = false;
      place();
    },
    place,
    close: () => {
      pin = null;
      box.hidden = true;
    },
    isOpen: () => pin !== null,
    copy: () => box.querySelector('button')?.click(),
  };
}

/** Creates the name of a pin. Its link is no tab stop, because the pin is a link to the same page. */
function createHeading(name: string, href: string | null): HTMLElement {
  const heading = document.createElement(href === null ? 'strong' : 'a');
  heading.textContent = name;
  heading.dir = 'auto';
  heading.tabIndex = -1;
  if (href !== null) heading.setAttribute('href', href);
  return heading;
}

function createTextLine(text: string): HTMLElement {
  const line = document.createElement('span');
  line.textContent = text;
  return line;
}
