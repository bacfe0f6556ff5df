import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { JudgeMessage, TimedSlice } from '../../judge/timedJudge.ts'
import { type Attack, violationsOf } from '../attack.ts'

/** Milliseconds of processor time that the main thread may work without a pause. */
const maximumMs = 20
/** The same for a block that is assembled or completed. */
const maximumBlockMs = 400
/** Other load on the machine lengthens a slice now and then, heavy work lengthens it in every run. */
const maximumRuns = 3
const shownSlices = 10

const program = join(import.meta.dirname, '../../judge/timedJudge.ts')

/** Judges the methods, or all of them, in a process of its own. */
async function judge(names: readonly string[]): Promise<{ slices: TimedSlice[]; seconds: number }> {
  const slices: TimedSlice[] = []
  let seconds = 0
  let isComplete = false
  const child = fork(program, [...names])
  child.on('message', (message: JudgeMessage) => {
    if (message.kind === 'ready') seconds = message.seconds
    else if (message.kind === 'end') isComplete = true
    else slices.push(message)
  })
  await new Promise((resolve) => child.once('exit', resolve))
  if (!isComplete) throw new Error(`the judge ended after ${slices.at(-1)?.method ?? 'nothing'}`)
  return { slices, seconds }
}

const isTooLong = ({ bound, ms }: TimedSlice): boolean =>
  (bound === 'turn' && ms > maximumMs) || (bound === 'block' && ms > maximumBlockMs)

const described = ({ method, kind, ms }: TimedSlice): string => `${method} ${kind} ${ms.toFixed(1)} ms`

export const judgedMethods: Attack = {
  name: 'judge',
  aim: 'calls every method with its worst parameters on a heavy chain, singly and in full batches, and measures the longest slice of the main thread',
  isAlone: true,
  async run() {
    const { slices, seconds } = await judge([])
    let long = slices.filter(isTooLong)
    for (let run = 1; long.length > 0 && run < maximumRuns; run++) {
      const again = await judge([...new Set(long.map(({ method }) => method))])
      long = again.slices.filter(
        (slice) =>
          isTooLong(slice) && long.some(({ method, kind }) => method === slice.method && kind === slice.kind),
      )
    }
    const judged = slices.filter(({ bound }) => bound === 'turn')
    const worst = judged.toSorted((one, other) => other.ms - one.ms).slice(0, shownSlices)
    const own = slices.filter(({ bound }) => bound !== 'turn').toSorted((one, other) => other.ms - one.ms)
    return {
      figures: `${slices.length} bodies of ${new Set(slices.map(({ method }) => method)).size} methods, chain made in ${seconds.toFixed(0)} s; worst: ${worst.map(described).join(', ')}; blocks and own chains: ${own.slice(0, 3).map(described).join(', ')}`,
      violations: violationsOf(
        Object.fromEntries(long.map((slice) => [`${described(slice)} is a short slice`, false])),
      ),
    }
  },
}
