import { fork } from 'node:child_process'
import { join } from 'node:path'
import { maximumSliceMs } from '../../judge/bounds.ts'
import type { JudgeMessage, TimedSlice } from '../../judge/timedJudge.ts'
import { type Attack, violationsOf } from '../attack.ts'

const shownSlices = 10

const program = join(import.meta.dirname, '../../judge/timedJudge.ts')

/** Judges in a process of its own. */
async function judge(): Promise<{ slices: TimedSlice[]; seconds: number }> {
  const slices: TimedSlice[] = []
  let seconds = 0
  let isComplete = false
  const child = fork(program, { execArgv: [...process.execArgv, '--expose-gc'] })
  child.on('message', (message: JudgeMessage) => {
    if (message.kind === 'ready') seconds = message.seconds
    else if (message.kind === 'end') isComplete = true
    else slices.push(message)
  })
  await new Promise((resolve) => child.once('exit', resolve))
  if (!isComplete) throw new Error(`the judge ended after ${slices.at(-1)?.method ?? 'nothing'}`)
  return { slices, seconds }
}

const isTooLong = ({ bound, ms }: TimedSlice): boolean => ms > maximumSliceMs[bound]

const described = ({ method, kind, ms }: TimedSlice): string => `${method} ${kind} ${ms.toFixed(1)} ms`

export const judgedMethods: Attack = {
  name: 'judge',
  aim: 'calls every method with its worst parameters on a heavy chain, singly and in full batches, and measures the longest slice of the main thread',
  isAlone: true,
  async run() {
    const { slices, seconds } = await judge()
    const judged = slices.filter(({ bound }) => bound === 'turn')
    const worst = judged.toSorted((one, other) => other.ms - one.ms).slice(0, shownSlices)
    const own = slices.filter(({ bound }) => bound !== 'turn').toSorted((one, other) => other.ms - one.ms)
    return {
      figures: `${slices.length} bodies of ${new Set(slices.map(({ method }) => method)).size} methods, chain made in ${seconds.toFixed(0)} s; worst: ${worst.map(described).join(', ')}; blocks and own chains: ${own.slice(0, 3).map(described).join(', ')}`,
      violations: violationsOf(
        Object.fromEntries(
          slices.filter(isTooLong).map((slice) => [`${described(slice)} is a short slice`, false]),
        ),
      ),
    }
  },
}
