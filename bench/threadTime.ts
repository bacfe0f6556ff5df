import { openSync, readSync } from 'node:fs'

export interface Delays {
  readonly p50: number
  readonly p99: number
  readonly maximum: number
}

/**
 * The main thread's statistics on Linux; kept open, because opening the file for each reading takes a twentieth of the time.
 */
const statistics = openStatistics()
const reading = Buffer.alloc(128)
const intervalMs = 2

function openStatistics(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return undefined
  }
}

/** Seconds for which the main thread ran; undefined where the system does not report it. */
export function mainThreadSeconds(): number | undefined {
  if (statistics === undefined) return undefined
  const length = readSync(statistics, reading, 0, reading.length, 0)
  return Number(reading.toString('latin1', 0, length).split(' ')[0]) / 1e9
}

/**
 * Measures the processor time of the main thread between two turns of a timer, in milliseconds: the delays of the event loop
 * without other load on the machine. Call the returned function for the delays since then.
 */
export function watchMainThread(): () => Delays | undefined {
  const busy: number[] = []
  let last = mainThreadSeconds()
  const watching = setInterval(() => {
    const now = mainThreadSeconds()
    if (now !== undefined && last !== undefined) busy.push(1000 * (now - last))
    last = now
  }, intervalMs)
  return () => {
    clearInterval(watching)
    if (busy.length === 0) return undefined
    busy.sort((a, b) => a - b)
    const at = (part: number): number => busy[Math.floor(part * (busy.length - 1))]!
    return { p50: at(0.5), p99: at(0.99), maximum: at(1) }
  }
}
