import { openSync, readSync } from 'node:fs'

const nanosecondsPerMs = 1e6

/**
 * A function that tells for how many milliseconds this thread has waited for a processor so far: the second number of its
 * scheduler statistics on Linux, 0 elsewhere. Reading them takes 2 µs. Node.js closes the file when the thread ends.
 */
export function openRunDelay(): () => number {
  const file = openStatistics()
  if (file === undefined) return () => 0
  const bytes = new Uint8Array(128)
  const text = Buffer.from(bytes.buffer)
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    const delay = Number(text.toString('latin1', 0, length).split(' ')[1])
    return Number.isFinite(delay) ? delay / nanosecondsPerMs : 0
  }
}

function openStatistics(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return undefined
  }
}
