import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AskedCase, type GoldenCase, isAsked, isRaw, recordedCases } from './goldenCases.ts'
import { type GoldenNode, type GoldenSettings, openGoldenNode } from './goldenNode.ts'
import { recordedSettings } from './recordedSettings.ts'
import { Replay } from './replay.ts'

/** They are replayed where traces are tested. */
const elsewhere = /^(debug_trace|debug_accountTransactionQuota|trace_)/

const isTraced = ({ case: name }: GoldenCase): boolean => elsewhere.test(name)

const cases = recordedCases()
const plainCases = cases.filter(({ config }) => config === undefined)
const tracedCases = plainCases.filter(isTraced)
const usualCases = plainCases.filter((one) => !isTraced(one))
const rawCases = usualCases.filter(isRaw)
const askedCases = usualCases.filter(isAsked)
const staticCases = askedCases.filter(({ phase }) => phase === 'static')
const methods = new Set(staticCases.map(({ case: name }) => name.slice(0, name.indexOf('/'))))
/** Recorded on one node after the other group; all others can begin with the recorded chain. */
const stories = [['sendRaw', 'txpool'], ['wallet'], ['filters'], ['mnr'], ['evm'], ['evm-reset']]
const peering: GoldenSettings = {
  isFresh: true,
  node: { peering: { host: '127.0.0.1', port: 0, discovery: false } },
}

describe.runIf(cases.length > 0)('answers of the reference node', () => {
  const replay = new Replay()
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => golden.close())

  /** On a node of its own, unless the usual one will do. */
  async function withNode(
    settings: GoldenSettings | 'as usual',
    use: (node: GoldenNode) => Promise<object[]>,
  ): Promise<void> {
    if (settings === 'as usual') return expect(await use(golden)).toEqual([])
    const fresh = await openGoldenNode(settings)
    try {
      expect(await use(fresh)).toEqual([])
      expect(fresh.reported).toEqual([])
    } finally {
      await fresh.close()
    }
  }

  const inGroups = (...groups: readonly string[]): AskedCase[] =>
    askedCases.filter(({ group }) => group !== undefined && groups.includes(group))

  it.each([...methods])('are those of %s, but for decisions', async (method) => {
    const recorded = staticCases.filter(({ case: name }) => name.startsWith(`${method}/`))
    expect(await replay.questions(recorded, golden)).toEqual([])
  })

  it.each(stories)('are those of the group %s, one after the other', (...groups) =>
    withNode({}, (fresh) => replay.questions(inGroups(...groups), fresh)),
  )

  it('are those of a node with peering, one after the other', () =>
    withNode(peering, (fresh) => replay.questions(inGroups('sco'), fresh)))

  it('are those of WebSockets, one after the other', () =>
    withNode('as usual', (usual) => replay.questions(inGroups('websocket'), usual, usual.say)))

  it('are those of raw connections', () =>
    withNode('as usual', (usual) => replay.connections(rawCases, usual)))

  it.each(Object.entries(recordedSettings))('are those of the settings %s', (config, settings) =>
    withNode(settings, async (node) => {
      const recorded = cases.filter((one) => one.config === config)
      return [
        ...(await replay.questions(recorded.filter(isAsked), node)),
        ...(await replay.connections(recorded.filter(isRaw), node)),
      ]
    }),
  )

  it('never failed inside, and differ as often as the decisions say', () => {
    console.log(`recorded answers, but for ${tracedCases.length} of traces: ${replay.summary}`)
    expect(golden.reported).toEqual([])
    expect(replay.miscounted).toEqual([])
    expect(replay.total).toBe(cases.length - tracedCases.length)
  })
})
