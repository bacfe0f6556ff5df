export type Timer = NodeJS.Timeout

/** Lets the process end while the timer runs. */
export function inBackground(timer: Timer): Timer {
  return timer.unref()
}
