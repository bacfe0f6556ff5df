/* A page that is visited for the first time begins at its top; the back button and a reload return to the old place. */

/** A page that has not grown to its old length by then stays where it is; one of a busy node may take seconds. */
const patienceMs = 10_000
/** Inputs by which a visitor begins to look around; the page then stays where it is. */
const inputs = ['wheel', 'keydown', 'pointerdown'] as const

const place = (): number | undefined => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'scroll' in state && typeof state.scroll === 'number'
    ? state.scroll
    : undefined
}

export function keepPlaces(): void {
  history.scrollRestoration = 'manual'
  let saving: ReturnType<typeof setTimeout> | undefined
  addEventListener('scroll', () => {
    clearTimeout(saving)
    saving = setTimeout(() => history.replaceState({ scroll: Math.round(scrollY) }, ''), 100)
  })
  addEventListener('hashchange', () => {
    clearTimeout(saving)
    arrive()
    document.getElementById('main')?.focus({ preventScroll: true })
  })
  arrive()
}

let stopWaiting = (): void => {}

function arrive(): void {
  stopWaiting()
  const wanted = place() ?? 0
  scrollTo(0, wanted)
  if (wanted === 0 || Math.abs(scrollY - wanted) < 2) return
  // The content is still to come.
  const grown = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) < 2) stopWaiting()
  })
  const timer = setTimeout(() => stopWaiting(), patienceMs)
  const moved = () => stopWaiting()
  for (const input of inputs) addEventListener(input, moved, { passive: true })
  grown.observe(document.body)
  stopWaiting = () => {
    grown.disconnect()
    clearTimeout(timer)
    for (const input of inputs) removeEventListener(input, moved)
    stopWaiting = () => {}
  }
}
