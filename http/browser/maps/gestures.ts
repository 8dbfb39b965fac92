/** Actions that pointers trigger on a map. Distances are in CSS pixels. */
interface MapGestures {
  zoom(factor: number, at: PointerPosition): void;
  drag(dx: number, dy: number): void;
  isZoomed(): boolean;
}

interface PointerPosition {
  readonly clientX: number;
  readonly clientY: number;
}

/** Distance that a pointer must move before it drags, so that a click on a pin stays a click. */
const DRAG_START_PX = 5;

const WHEEL_ZOOM_STEP = 1.0015;

/**
 * Lets readers drag and pinch a map. The wheel zooms only with Ctrl or if the map has the focus, and one finger drags
 * only an enlarged map, so that pages can be scrolled across maps.
 */
export function addGestures(ground: HTMLElement, { zoom, drag, isZoomed }: MapGestures): void {
  const pointers = new Map<number, PointerPosition>();
  let moved = 0;

  ground.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event);
    moved = 0;
  });
  ground.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      zoom(measureDistance(event, other) / Math.max(1, measureDistance(before, other)), findMiddle(event, other));
      moved = DRAG_START_PX;
    } else if (isZoomed()) {
      moved += measureDistance(before, event);
      if (moved >= DRAG_START_PX) {
        ground.setPointerCapture(event.pointerId);
        drag(event.clientX - before.clientX, event.clientY - before.clientY);
      }
    }
    pointers.set(event.pointerId, event);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    ground.addEventListener(end, ({ pointerId }) => pointers.delete(pointerId));
  }
  // A drag that ends on a pin must not open it.
  ground.addEventListener(
    'click',
    (event) => {
      if (moved < DRAG_START_PX) return;
      moved = 0;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  ground.addEventListener('dragstart', (event) => event.preventDefault());
  ground.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !ground.contains(document.activeElement)) return;
      event.preventDefault();
      zoom(WHEEL_ZOOM_STEP ** -event.deltaY, event);
    },
    { passive: false },
  );
}

function measureDistance(a: PointerPosition, b: PointerPosition): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function findMiddle(a: PointerPosition, b: PointerPosition): PointerPosition {
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}
