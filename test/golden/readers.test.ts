import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methods } from '../../src/rpc/modules/methods.ts'
import { type AskedCase, isAsked, recordedCases } from './goldenCases.ts'
import { type GoldenNode, openGoldenNode } from './goldenNode.ts'
import { recordedSettings } from './recordedSettings.ts'
import { Replay } from './replay.ts'

/* The recorded reads again, each answered by a reader thread over the folder of the chain. */

const reads = new Set(methods.filter(({ placement }) => placement === 'reader').map(({ name }) => name))

/** Traces always run in a reader thread: test/tracing replays them. */
const isTrace = (name: string): boolean => /^(debug_trace|trace_)/.test(name)

const methodOf = ({ case: name }: AskedCase): string => name.slice(0, name.indexOf('/'))
const cases = recordedCases()
  .filter(isAsked)
  .filter((one) => reads.has(methodOf(one)) && !isTrace(methodOf(one)))
const staticCases = cases.filter(({ config, phase }) => config === undefined && phase === 'static')
const readMethods = [...new Set(staticCases.map(methodOf))]

describe.runIf(cases.length > 0)('recorded reads in a reader thread', () => {
  const replay = new Replay()
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode({ readsInThreads: true })
  })
  afterAll(async () => {
    expect(golden.reported).toEqual([])
    await golden.close()
  })

  it.each(readMethods)('to %s get the recorded answers or decided differences', async (method) => {
    const recorded = staticCases.filter((one) => methodOf(one) === method)
    expect(await replay.questions(recorded, golden)).toEqual([])
  })

  it.each(Object.entries(recordedSettings))(
    'under the settings %s get the recorded answers',
    async (config, settings) => {
      const recorded = cases.filter((one) => one.config === config)
      if (recorded.length === 0) return
      const node = await openGoldenNode({
        ...(settings === 'as-usual' ? {} : settings),
        readsInThreads: true,
      })
      try {
        expect(await replay.questions(recorded, node)).toEqual([])
        expect(node.reported).toEqual([])
      } finally {
        await node.close()
      }
    },
  )
})
