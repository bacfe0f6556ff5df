import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adapted } from './adaptations.ts'
import { decisionFor, unusedDecisions } from './differences.ts'
import { type GoldenCase, goldenCases } from './goldenCases.ts'
import { type GoldenNode, openGoldenNode } from './goldenNode.ts'

/** Modules that come with later versions. */
const later = /^(debug|trace|sco|ext)_/

const cases = goldenCases().filter(({ case: name }) => !later.test(name))
const staticCases = cases.filter(({ phase }) => phase === 'static')
/** The groups that begin with the recorded chain; others go on where a group before them ended. */
const groups = ['sendRaw', 'wallet']
const methods = new Set(staticCases.map(({ case: name }) => name.slice(0, name.indexOf('/'))))

/** What is neither the same, members in the same order, nor explained. */
async function unexplained(recorded: readonly GoldenCase[], { service }: GoldenNode): Promise<object[]> {
  const found: object[] = []
  for (const { request, ...rest } of recorded) {
    // What is random can be compared by nobody.
    if (rest.volatile !== undefined) continue
    const expected = JSON.stringify(adapted({ request, ...rest })) ?? 'none'
    const answer = JSON.stringify(await service.handleText(request, { name: 'golden' })) ?? 'none'
    if (expected === answer || decisionFor(rest.case, expected, answer) !== undefined) continue
    found.push({ case: rest.case, request, expected, answer })
  }
  return found
}

describe.runIf(staticCases.length > 0)('answers of the reference node', () => {
  let golden: GoldenNode
  beforeAll(async () => {
    golden = await openGoldenNode()
  })
  afterAll(() => {
    golden.service.close()
    golden.node.close()
  })

  it.each([...methods])('are those of %s, but for decisions', async (method) => {
    const recorded = staticCases.filter(({ case: name }) => name.startsWith(`${method}/`))
    expect(await unexplained(recorded, golden)).toEqual([])
  })

  it.each(groups)('are those of the group %s, one after the other', async (group) => {
    const fresh = await openGoldenNode()
    const recorded = cases.filter((candidate) => candidate.phase === 'stateful' && candidate.group === group)
    expect(await unexplained(recorded, fresh)).toEqual([])
    expect(fresh.reported).toEqual([])
    fresh.node.close()
  })

  it('never failed inside, and needed every decision that is listed', () => {
    expect(golden.reported).toEqual([])
    expect(unusedDecisions()).toEqual([])
  })
})
