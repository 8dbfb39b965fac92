import { BUILD_PARAMETER, encodeBuild } from '../../../domain/game_files/talents/build_code.ts';
import {
  addPoint,
  type Calculator,
  describeSpentPoints,
  openSharedBuild,
  removePoint,
} from '../../../domain/game_files/talents/calculator.ts';
import { readBoard, type TalentBoard, type TalentElements } from './board.ts';
import { findNeighbour } from './neighbour.ts';

const calculator = document.querySelector<HTMLElement>('#calculator');
if (calculator !== null) startCalculator(calculator);

/** Makes the calculator of a page answer without loading the page again. The address always holds the build. */
function startCalculator(calculatorRoot: HTMLElement): void {
  const board = readBoard(calculatorRoot);
  const code = new URLSearchParams(location.search).get(BUILD_PARAMETER) ?? '';
  let calculator = openSharedBuild(board.talents, code).calculator;
  const status = addStatus(calculatorRoot);
  showBoard(board, calculator);

  const carryOut = (step: typeof addPoint, talent: TalentElements): void => {
    const next = step(calculator, talent.nodeId);
    if (next.ok) {
      calculator = next.value;
      showBoard(board, calculator);
      showAddress(calculator);
      if (document.activeElement === talent.less && talent.less.hidden) talent.point.focus();
    }
    const rank = `${talent.item.querySelector('bdi')?.textContent} ${talent.rank.textContent?.replace('/', ' of ')}`;
    status.textContent = next.ok ? `${rank}. ${describeSpentPoints(calculator)}.` : next.error;
  };

  for (const [at, tree] of board.trees.entries()) {
    const { nodes } = board.talents.trees[at]!;
    for (const [index, talent] of tree.entries()) {
      const { item, point, less } = talent;
      point.tabIndex = index === 0 ? 0 : -1;
      point.addEventListener('click', (event) => carryOut(event.shiftKey ? removePoint : addPoint, talent));
      less.addEventListener('click', () => carryOut(removePoint, talent));
      item.addEventListener('contextmenu', (event) => {
        event.preventDefault();
        carryOut(removePoint, talent);
      });
      point.addEventListener('focus', () => {
        for (const other of tree) other.point.tabIndex = other === talent ? 0 : -1;
      });
      point.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const next = findNeighbour(nodes, index, event.key);
        if (next !== null) tree[next]!.point.focus();
        else if (event.key === '+') carryOut(addPoint, talent);
        else if (event.key === '-' || event.key === 'Delete') carryOut(removePoint, talent);
        else return;
        event.preventDefault();
      });
    }
  }

  document.querySelector('#build-reset')!.addEventListener('click', (event) => {
    event.preventDefault();
    calculator = openSharedBuild(board.talents, '').calculator;
    showBoard(board, calculator);
    showAddress(calculator);
    status.textContent = 'All points are free again.';
  });
}

function addStatus(calculatorRoot: HTMLElement): HTMLElement {
  const status = document.createElement('p');
  status.id = 'build-status';
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  calculatorRoot.append(status);
  return status;
}

function showBoard({ trees, points }: TalentBoard, calculator: Calculator): void {
  const { ranks, addable, removable, pointsPerTree } = calculator;
  for (const { nodeId, item, point, less, rank } of trees.flat()) {
    const spent = ranks.get(nodeId) ?? 0;
    item.classList.toggle('open', addable.has(nodeId));
    item.classList.toggle('taken', spent > 0);
    point.setAttribute('aria-disabled', `${!addable.has(nodeId) && !removable.has(nodeId)}`);
    less.hidden = !removable.has(nodeId);
    rank.textContent = `${spent}/${item.dataset['max']}`;
  }
  points.forEach((element, at) => {
    element.textContent = String(pointsPerTree[at]);
  });
  document.querySelector('#build-split')!.textContent = pointsPerTree.join('/');
  document.querySelector('#build-spent')!.textContent = describeSpentPoints(calculator);
}

/** Writes the build into the address and the link field. Adds no history entry, so that Back leaves the page. */
function showAddress({ talents, build }: Calculator): void {
  const code = encodeBuild(talents, build);
  const query = code === '' ? '' : `?${BUILD_PARAMETER}=${code}`;
  history.replaceState(null, '', `${location.pathname}${query}`);
  const link = document.querySelector<HTMLInputElement>('#build-link')!;
  link.value = `${link.value.replace(/\?.*$/, '')}${query}`;
  document.querySelector('.calculator > .fault')?.remove();
}
