import {
  blockGas,
  callTasks,
  type Measured,
  measureTasks,
  otherTasks,
  type WorstTask,
} from './evm/worstBlock.ts'

/*
 * Searches for the transaction of a block's gas on which the fast engine takes longest: first calls of codes of every kind with
 * coarse sizes and numbers, then sizes and numbers around the worst of them, and whatever else may take long.
 */

/** A part of the names of the tasks to measure. */
const { BENCH_ONLY = '' } = process.env
const shown = 12

function measured(tasks: readonly WorstTask[], runs: number): Measured[] {
  const chosen = tasks.filter(({ name }) => name.includes(BENCH_ONLY))
  return measureTasks(chosen, runs).sort((a, b) => b.ms - a.ms)
}

export async function bench(): Promise<void> {
  const coarse = measured([...callTasks([300, 24_576], [110, 3000]), ...otherTasks()], 1)
  const worst = coarse.slice(0, shown).map(({ task }) => task)
  const fine = callTasks([12_000, 24_576], [600, 6000]).filter(({ name }) =>
    worst.some((task) => name.replace(/^.*bytes, /, '') === task.name.replace(/^.*bytes, /, '')),
  )
  const rows = measured([...worst, ...fine], 3).slice(0, shown)
  console.log(`worst: processor time of the fast engine for a transaction of ${blockGas} gas`)
  console.table(rows.map(({ task, ms }) => ({ transaction: task.name, ms: Math.round(ms) })))
}
