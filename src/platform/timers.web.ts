export type Timer = ReturnType<typeof setTimeout>

/** A page ends when its window is closed, whatever timers run. */
export const inBackground = (timer: Timer): Timer => timer
