import { useRef, useState } from 'preact/hooks'

/**
 * Keeps what is shown while the mouse or the focus is on it, so that no row moves away under a click. `place` are the
 * properties of the element that holds the rows.
 */
export function useSteady<Value>(value: Value) {
  const [isHeld, hold] = useState(false)
  const kept = useRef(value)
  if (!isHeld) kept.current = value
  const place = {
    onPointerEnter: (event: PointerEvent) => hold(event.pointerType === 'mouse'),
    onPointerLeave: () => hold(false),
    onFocusIn: () => hold(true),
    onFocusOut: () => hold(false),
  }
  return { shown: kept.current, isBehind: kept.current !== value, place }
}
