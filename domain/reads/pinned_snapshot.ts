/**
 * A position in the snapshot log in the form used by clients: `<epoch>.<n>` (contract, section 1, Paging). `snapshot=`
 * pins paging to the public state at that position. `since=` selects everything that became public after that position.
 */
export interface SnapshotPin {
  readonly epoch: string;
  readonly n: number;
}

const PIN_PATTERN = /^([0-9a-z]{4,32})\.(0|[1-9][0-9]{0,14})$/;

/** Parses a pin. Returns null if the string is not a valid pin. */
export function parseSnapshotPin(text: string): SnapshotPin | null {
  const match = PIN_PATTERN.exec(text);
  return match === null ? null : { epoch: match[1]!, n: Number(match[2]) };
}

export function formatSnapshotPin(pin: SnapshotPin): string {
  return `${pin.epoch}.${pin.n}`;
}

/** Returns whether the pin can be served, that is, whether its epoch is current and its snapshot has been written. */
export function canServePin(pin: SnapshotPin, epoch: string, newest: number): boolean {
  return pin.epoch === epoch && pin.n <= newest;
}
