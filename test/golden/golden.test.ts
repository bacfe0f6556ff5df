import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Differences } from './differences.ts'
import { goldenCases } from './goldenCases.ts'
import { type GoldenNode, openGoldenNode } from './goldenNode.ts'
import { replay } from './replay.ts'

/** Modules that come with later versions. */
const later = /^(debug|trace|sco|ext)_/

const cases = goldenCases().filter(({ case: name }) => !later.test(name))
const staticCases = cases.filter(({ phase }) => phase === 'static')
const methods = new Set(staticCases.map(({ case: name }) => name.slice(0, name.indexOf('/'))))
/** Recorded on one node after the other group; all others can begin with the recorded chain. */
const stories = [['sendRaw', 'txpool'], ['wallet'], ['filters'], ['mnr'], ['evm'], ['evm-reset']]

describe.runIf(staticCases.length > 0)('answers of the reference node', () => {
  const differences = new Differences()
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => golden.close())

  it.each([...methods])('are those of %s, but for decisions', async (method) => {
    const recorded = staticCases.filter(({ case: name }) => name.startsWith(`${method}/`))
    expect(await replay(recorded, golden, differences)).toEqual([])
  })

  it.each(stories)('are those of the group %s, one after the other', async (...groups) => {
    const fresh = await openGoldenNode()
    const recorded = cases.filter(({ group }) => group !== undefined && groups.includes(group))
    try {
      expect(await replay(recorded, fresh, differences)).toEqual([])
      expect(fresh.reported).toEqual([])
    } finally {
      await fresh.close()
    }
  })

  it('are those of WebSockets, one after the other', async () => {
    const fresh = await openGoldenNode()
    const recorded = cases.filter(({ group }) => group === 'websocket')
    try {
      expect(await replay(recorded, fresh, differences, fresh.say)).toEqual([])
    } finally {
      await fresh.close()
    }
  })

  it('never failed inside, and differ as often as the decisions say', () => {
    expect(golden.reported).toEqual([])
    expect(differences.miscounted).toEqual([])
  })
})
