import { start } from '../rpc/running.ts'
import { developmentPrograms } from './developmentPrograms.ts'
import { median } from './median.ts'

const turns = 3

/** Milliseconds from the start of a process to its first answer: one process at a time, in turns. */
export async function benchStarts(): Promise<void> {
  const programs = developmentPrograms()
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
