import { isSameAnswer, Substitutions } from './comparison.ts'
import type { Differences } from './differences.ts'
import type { GoldenCase } from './goldenCases.ts'
import type { Ask, GoldenNode } from './goldenNode.ts'
import { preparationFor } from './preparations.ts'

/** Asks what was asked, one after the other; what is neither the same nor explained is returned. */
export async function replay(
  recorded: readonly GoldenCase[],
  golden: GoldenNode,
  differences: Differences,
  ask: Ask = golden.post,
): Promise<object[]> {
  const substitutions = new Substitutions()
  const unexplained: object[] = []
  for (const goldenCase of recorded) {
    await preparationFor(goldenCase.case)?.(golden)
    const request = substitutions.apply(unescaped(goldenCase))
    const wanted = substitutions.apply(goldenCase.response ?? '')
    const got = await ask(request)
    substitutions.learn(goldenCase, got)
    if (isSameAnswer(goldenCase, wanted, got)) continue
    if (differences.explain(goldenCase, { request, wanted, got })) continue
    unexplained.push({ case: goldenCase.case, request, wanted, got })
  }
  return unexplained
}

/** Requests of the envelope were recorded with their line ends written out. */
const unescaped = ({ case: name, request }: GoldenCase): string =>
  name.startsWith('jsonrpc/') ? request.replace(/\\r/g, '\r').replace(/\\n/g, '\n') : request
