import type { JsonCall } from '../../src/answering/lightWorld.cases.ts'
import { recordedCases } from '../golden/goldenCases.ts'

/** Recorded requests that ask about a chain at rest. */
export function recordedCalls(): JsonCall[] {
  const calls = new Map<string, JsonCall>()
  for (const { phase, request, config } of recordedCases()) {
    if (phase !== 'static' || request === null || config !== undefined) continue
    try {
      const { method, params = [] } = JSON.parse(request)
      if (typeof method === 'string' && Array.isArray(params))
        calls.set(JSON.stringify([method, params]), { method, params })
    } catch {
      // The recordings have bodies that are not JSON.
    }
  }
  return [...calls.values()]
}

/**
 * An answer without what a light client cannot know: the work of a chain, which counts uncles, and of an uncle, whose header alone it
 * has, the size, the uncles and their work.
 */
export function compared(answer: object, { method }: JsonCall): string {
  const text = JSON.stringify(answer).replace(/"totalDifficulty":"0x[0-9a-f]+"/g, '')
  return method.startsWith('eth_getUncleBy')
    ? text.replace(/"(size|cumulativeDifficulty)":"0x[0-9a-f]+"|"uncles":\[[^\]]*\]/g, '')
    : text
}
