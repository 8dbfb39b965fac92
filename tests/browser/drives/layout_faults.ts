/** Expressions that a page evaluates to find faults in its own layout. Each returns words from the faulty places. */

/** Finds the tables that are wider than their boxes, so that readers would have to scroll for the last columns. */
export const CUT_TABLES = `[...document.querySelectorAll('.scroll')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((box) => box.getAttribute('aria-label'))`;

/** Finds the cells whose text is wider than the cell, so that it covers the next one. */
export const SPILLING_CELLS = `[...document.querySelectorAll('main :is(td, th)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((cell) => cell.textContent.slice(0, 80))`;

/** Finds words that are broken because their box is too narrow. Code and words that only screen readers read may break. */
export const BROKEN_WORDS = `(() => {
  const isShown = (element) => element.checkVisibility() && !isClipped(element);
  const isClipped = (element) =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken = new Set();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2 || text.parentElement.closest('code, pre') !== null) continue;
    if (!isShown(text.parentElement)) continue;
    for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{L}{2,}(?![\\p{L}\\p{N}])/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.add(word);
    }
  }
  return [...broken];
})()`;

/** Finds headings of columns of numbers that do not end where the numbers end. */
export const SHIFTED_HEADINGS = `(() => {
  const range = document.createRange();
  const endOf = (cell) => {
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().right;
  };
  return [...document.querySelectorAll('main table.rows')].flatMap(({ tHead, tBodies: [{ rows: [first] }] }) =>
    [...tHead.rows[0].cells]
      .filter((head) => head.matches('.n') && first.cells[head.cellIndex].textContent !== '')
      .filter((head) => Math.abs(endOf(head) - endOf(first.cells[head.cellIndex])) > 2)
      .map((head) => head.textContent));
})()`;
