/** Parts of cards that a site written for Wowhead's script wants hidden, as far as our cards have such parts. */
export interface Hidden {
  readonly droppedby?: boolean;
  readonly dropchance?: boolean;
  readonly sellprice?: boolean;
}

/** Returns the lines of a card without the hidden parts. */
export function shownLines(lines: readonly string[], { droppedby, dropchance, sellprice }: Hidden): readonly string[] {
  return lines
    .filter(
      (line) => !(droppedby && /^(?:Seen by .*: )?drops from /i.test(line)) && !(sellprice && /^Sell p/.test(line)),
    )
    .map((line) => (dropchance ? line.replace(/ \([^(]*%, \d+ of \d+\)$/, '') : line));
}
