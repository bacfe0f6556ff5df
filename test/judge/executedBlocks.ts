import { type Profiler, Session } from 'node:inspector'
import type { SliceMeter } from './judgedTurns.ts'

/**
 * Counts what the main thread executes of `src/`: every call of a function, and every pass through a block of it, as the engine's
 * coverage counts them. No clock is needed, the counts are the same on every machine, and nothing escapes because its author
 * forgot to count it. Begin before the modules are compiled.
 */
export class ExecutedBlocks implements SliceMeter {
  readonly #session = new Session()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Counts since the last look. */
  look(): number {
    let sum = 0
    // The callback is called at once, because the session is one of this thread.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error
      for (const script of result) if (script.url.includes('/src/')) sum += countOf(script)
    })
    return sum
  }

  end(): void {
    this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}

function countOf({ functions }: Profiler.ScriptCoverage): number {
  let sum = 0
  for (const { ranges } of functions) for (const { count } of ranges) sum += count
  return sum
}
