import { readFileSync } from 'node:fs'
import { HDNodeWallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'

/*
 * The requests of programs that npm does not have, in order, against a development chain. The files contain them as data:
 * `$name` stands for an earlier result, `$sign` for the bytes of a transaction of the first account.
 */

interface SequenceRequest {
  readonly method: string
  readonly params: readonly unknown[]
  /** A pattern of the result's JSON text. */
  readonly matches?: string
  /** A pattern of the error's message, for a request that is refused. */
  readonly error?: string
  /** The name under which later requests use the result. */
  readonly save?: string
}
interface Sequence {
  readonly command: string
  readonly requests: readonly SequenceRequest[]
}

const sequencesOf = (file: string): readonly Sequence[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const wallet = HDNodeWallet.fromPhrase('test test test test test test test test test test test junk')

describe.each([
  ['Foundry', 'foundrySequences.json'],
  ['explorers and indexers', 'explorerSequences.json'],
])('the requests of %s', (_, file) => {
  let node: Awaited<ReturnType<typeof createNode>>
  const saved = new Map<string, unknown>()
  beforeAll(async () => {
    node = await createNode()
  })
  afterAll(() => node.close())

  it.each(sequencesOf(file))('are answered: $command', async ({ requests }) => {
    for (const { method, params, matches = '', error, save } of requests) {
      const answer = node.request({ method, params: await Promise.all(params.map(filledIn)) })
      if (error !== undefined) {
        await expect(answer, method).rejects.toThrow(new RegExp(error))
        continue
      }
      const result: unknown = await answer
      expect(JSON.stringify(result), method).toMatch(new RegExp(matches))
      if (save !== undefined) saved.set(save, result)
    }
  })

  async function filledIn(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return value.startsWith('$') ? lookup(value.slice(1)) : value
    if (Array.isArray(value)) return Promise.all(value.map(filledIn))
    if (typeof value !== 'object' || value === null) return value
    const members = await Promise.all(
      Object.entries(value).map(async ([name, member]) => [name, await filledIn(member)] as const),
    )
    const { $sign, ...object } = Object.fromEntries(members)
    return $sign === undefined ? object : signed(Object($sign))
  }

  function lookup(path: string): unknown {
    const [name = '', ...members] = path.split('.')
    return members.reduce((value, member) => Object(value)[member], saved.get(name))
  }

  const signed = ({ nonce, ...transaction }: { readonly nonce: string }): Promise<string> =>
    wallet.signTransaction({ ...transaction, nonce: Number(nonce), chainId: 33, type: 0 })
})
