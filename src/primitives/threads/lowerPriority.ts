import { constants, platform, setPriority } from 'node:os'

/** For work of clients that is not urgent. */
export const belowNormal = constants.priority.PRIORITY_BELOW_NORMAL
/** For work of the node itself: beside a busy thread of normal priority it still gets a quarter of a core. */
export const slightlyBelowNormal = 5

/**
 * Lets the thread of the sockets go first on a busy machine. Called in another thread. Only on Linux is a priority that
 * of a thread; elsewhere it would affect the whole process.
 */
export function lowerPriority(priority: number): void {
  if (platform() !== 'linux') return
  try {
    setPriority(priority)
  } catch {
    // The system does not allow it; the thread runs at normal priority.
  }
}
