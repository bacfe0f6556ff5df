import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AskedCase, type GoldenCase, isAsked, isRaw, recordedCases } from './goldenCases.ts'
import { type GoldenNode, type GoldenSettings, openGoldenNode } from './goldenNode.ts'
import { recordedSettings } from './recordedSettings.ts'
import { Replay } from './replay.ts'

/** Replayed in test/tracing. */
const tracedMethods = /^(debug_trace|debug_accountTransactionQuota|trace_)/

const isTraced = ({ case: name }: GoldenCase): boolean => tracedMethods.test(name)

const cases = recordedCases()
const plainCases = cases.filter(({ config }) => config === undefined)
const tracedCases = plainCases.filter(isTraced)
const usualCases = plainCases.filter((one) => !isTraced(one))
const rawCases = usualCases.filter(isRaw)
const askedCases = usualCases.filter(isAsked)
const staticCases = askedCases.filter(({ phase }) => phase === 'static')
const methods = new Set(staticCases.map(({ case: name }) => name.slice(0, name.indexOf('/'))))
/** Groups of one line were recorded on one node; each line starts with the recorded chain. */
const groups = [['sendRaw', 'txpool'], ['wallet'], ['filters'], ['mnr'], ['evm'], ['evm-reset']]
const peering: GoldenSettings = {
  isFresh: true,
  node: { peering: { host: '127.0.0.1', port: 0, discovery: false } },
}

describe.runIf(cases.length > 0)('recorded requests', () => {
  const replay = new Replay()
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => golden.close())

  /** Opens a node with these settings; 'as-usual' reuses the common one. */
  async function withNode(
    settings: GoldenSettings | 'as-usual',
    use: (node: GoldenNode) => Promise<object[]>,
  ): Promise<void> {
    if (settings === 'as-usual') return expect(await use(golden)).toEqual([])
    const fresh = await openGoldenNode(settings)
    try {
      expect(await use(fresh)).toEqual([])
      expect(fresh.reported).toEqual([])
    } finally {
      await fresh.close()
    }
  }

  const inGroups = (...names: readonly string[]): AskedCase[] =>
    askedCases.filter(({ group }) => group !== undefined && names.includes(group))

  it.each([...methods])('to %s get the recorded answers or decided differences', async (method) => {
    const recorded = staticCases.filter(({ case: name }) => name.startsWith(`${method}/`))
    expect(await replay.questions(recorded, golden)).toEqual([])
  })

  it.each(groups)('of the group %s get the recorded answers, in order', (...names) =>
    withNode({}, (fresh) => replay.questions(inGroups(...names), fresh)),
  )

  it('to a node with peering get the recorded answers, in order', () =>
    withNode(peering, (fresh) => replay.questions(inGroups('sco'), fresh)))

  it('over WebSocket get the recorded answers, in order', () =>
    withNode('as-usual', (usual) => replay.questions(inGroups('websocket'), usual, usual.say)))

  it('over raw connections get the recorded bytes', () =>
    withNode('as-usual', (usual) => replay.connections(rawCases, usual)))

  it.each(Object.entries(recordedSettings))(
    'under the settings %s get the recorded answers',
    (config, settings) =>
      withNode(settings, async (node) => {
        const recorded = cases.filter((one) => one.config === config)
        return [
          ...(await replay.questions(recorded.filter(isAsked), node)),
          ...(await replay.connections(recorded.filter(isRaw), node)),
        ]
      }),
  )

  it('cause no internal error, and differ as often as differences.json says', () => {
    console.log(`recorded answers, without ${tracedCases.length} of traces: ${replay.summary}`)
    expect(golden.reported).toEqual([])
    expect(replay.miscounted).toEqual([])
    expect(replay.total).toBe(cases.length - tracedCases.length)
  })
})
