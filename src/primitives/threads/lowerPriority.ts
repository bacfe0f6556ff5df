import { platform, setPriority } from 'node:os'

/** For work of the node itself, which still gets a quarter of a core beside a busy thread of normal priority. */
export const slightlyBelowNormal = 5

/**
 * Lowers the priority of the calling thread, so that the main thread comes first on a busy machine. Only Linux has
 * priorities of threads; elsewhere the whole process would be affected.
 */
export function lowerPriority(priority: number): void {
  if (platform() !== 'linux') return
  try {
    setPriority(priority)
  } catch {
    // The system does not allow it; the thread runs at normal priority.
  }
}
