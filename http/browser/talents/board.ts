import type { ClassTalents, TalentNode, TalentPrerequisite } from '../../../domain/ports/build.ts';

/** The elements of a talent. `point` and `less` are the buttons that add and remove a point. */
export interface TalentElements {
  readonly nodeId: number;
  readonly item: HTMLElement;
  readonly point: HTMLButtonElement;
  readonly less: HTMLButtonElement;
  readonly rank: HTMLElement;
}

/** The talent trees that a page shows, with the elements of each talent. */
export interface TalentBoard {
  readonly talents: ClassTalents;
  /** The talents of each tree, in the order of the trees. */
  readonly trees: readonly (readonly TalentElements[])[];
  /** The element of each tree that shows its points. */
  readonly points: readonly HTMLElement[];
}

/** Reads the talent trees from the page (pages/parts/talent_trees.ts) and turns its links into buttons. */
export function readBoard(root: HTMLElement): TalentBoard {
  const levels = root.dataset['levels'];
  const sections = [...root.querySelectorAll<HTMLElement>('.talent-tree')];
  const items = sections.map((section) => [...section.querySelectorAll<HTMLElement>('.talent')]);
  return {
    talents: {
      playerClass: '',
      trees: sections.map((section, order) => ({
        treeId: order,
        order,
        name: section.querySelector('h2')?.firstChild?.textContent?.trim() ?? null,
        nodes: items[order]!.map(readNode),
      })),
      pointLevels: { levels: levels === undefined ? null : levels.split(' ').map(Number), rule: 'unknown' },
      gateRule: 'unknown',
      prerequisiteRule: 'files',
    },
    trees: items.map((ofTree) => ofTree.map(findTalentElements)),
    points: sections.map((section) => section.querySelector<HTMLElement>('.points')!),
  };
}

function readNode(item: HTMLElement): TalentNode {
  const { node, max, gate, all, any } = item.dataset;
  const place = (letter: 'r' | 'c'): number | null => {
    const found = new RegExp(`\\b${letter}(\\d+)\\b`).exec(item.className);
    return found === null ? null : Number(found[1]);
  };
  const nodeId = Number(node);
  const name = item.querySelector('bdi')?.textContent ?? null;
  return {
    nodeId,
    row: place('r'),
    column: place('c'),
    maxRank: Number(max),
    talents: [{ talentId: nodeId, name, spellIds: [], maxRank: Number(max) }],
    prerequisites: readPrerequisites(all),
    prerequisitesAnyOf: readPrerequisites(any),
    pointsRequired: gate === undefined ? null : Number(gate),
  };
}

function readPrerequisites(text = ''): readonly TalentPrerequisite[] {
  return text
    .split(' ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [nodeId, rank] = entry.split(':').map(Number);
      return { nodeId: nodeId!, rank: rank! };
    });
}

function findTalentElements(item: HTMLElement): TalentElements {
  const [before, beforeLess] = [item.querySelector('.point')!, item.querySelector('.less')];
  const point = createButton('point');
  point.append(...before.childNodes);
  const about = item.querySelector('.about');
  if (about !== null) point.setAttribute('aria-describedby', about.id);
  point.setAttribute('aria-keyshortcuts', 'Enter - ArrowUp ArrowDown ArrowLeft ArrowRight');
  before.replaceWith(point);
  const less = createButton('less');
  less.textContent = '−';
  less.setAttribute('aria-label', `Remove a point from ${item.querySelector('bdi')?.textContent ?? ''}`);
  less.tabIndex = -1;
  beforeLess?.remove();
  point.after(less);
  return { nodeId: Number(item.dataset['node']), item, point, less, rank: point.querySelector<HTMLElement>('.rank')! };
}

function createButton(className: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  return element;
}
