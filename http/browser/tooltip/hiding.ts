/** What a site written for Wowhead's script wants cards to leave out, as far as our cards have it. */
export interface Hidden {
  readonly droppedby?: boolean;
  readonly dropchance?: boolean;
  readonly sellprice?: boolean;
}

/** The lines of a card without what a site hides. */
export function shownLines(lines: readonly string[], { droppedby, dropchance, sellprice }: Hidden): readonly string[] {
  return lines
    .filter(
      (line) => !(droppedby && /^(?:Seen by .*: )?drops from /i.test(line)) && !(sellprice && /^Sell p/.test(line)),
    )
    .map((line) => (dropchance ? line.replace(/ \([^(]*%, \d+ of \d+\)$/, '') : line));
}
