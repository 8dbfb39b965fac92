/** Parts that a site written for Wowhead's script hides in cards, as far as our cards have them. */
export interface Hidden {
  readonly droppedby?: boolean;
  readonly dropchance?: boolean;
  readonly sellprice?: boolean;
}

/** Removes hidden parts from the lines of a card. */
export function shownLines(lines: readonly string[], { droppedby, dropchance, sellprice }: Hidden): readonly string[] {
  return lines
    .filter(
      (line) => !(droppedby && /^(?:Seen by .*: )?drops from /i.test(line)) && !(sellprice && /^Sell p/.test(line)),
    )
    .map((line) => (dropchance ? line.replace(/ \([^(]*%, \d+ of \d+\)$/, '') : line));
}
