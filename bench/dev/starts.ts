import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '../rpc/running.ts'
import { developmentPrograms } from './developmentPrograms.ts'
import { median } from './median.ts'

const turns = 3
/** The first process of a build keeps its code after its warm-up, or 1.5 s after its start. */
const keepingMs = 3_000

/** Milliseconds from the start of a process to its first answer: one process at a time, in turns. */
export async function benchStarts(): Promise<void> {
  const programs = developmentPrograms()
  const first = await start(programs[0]!)
  await sleep(keepingMs)
  await first.stop()
  const results = new Map(programs.map(({ name }): [string, number[]] => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const program of programs) {
      const running = await start(program)
      results.get(program.name)!.push(running.startMs)
      await running.stop()
    }
  }
  console.table(
    Object.fromEntries(
      [...results].map(([name, times]) => [name, { 'start to first answer, ms': Math.round(median(times)) }]),
    ),
  )
}
