import { headerJson } from '../../../src/light/scriptedChain.cases.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import type { BlockHeader } from '../../../src/protocol/headers/header.ts'
import type { Answering } from './lyingEndpoint.ts'

/** Answers questions for headers, the lowest of which is the first and which have no gap. */
export function answeringHeaders(headers: readonly BlockHeader[]): Answering {
  const byName = new Map(
    headers.flatMap((header) => [
      [toHex(header.hash), header] as const,
      [`0x${header.number.toString(16)}`, header] as const,
    ]),
  )
  return ({ method, params: [block] }) => {
    if (!method.startsWith('eth_getBlockBy'))
      return Promise.resolve({ error: { code: -32601, message: 'the method does not exist' } })
    const header = block === 'latest' ? headers.at(-1) : byName.get(String(block))
    return Promise.resolve({ result: header ? headerJson(header) : null })
  }
}
