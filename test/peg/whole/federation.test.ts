import { afterEach, describe, expect, it } from 'vitest'
import type { Peg } from '../../../src/dev/peg/peg.ts'
import type { Node } from '../../../src/node/node.ts'
import type { NodeOptions } from '../../../src/node/nodeOptions.ts'
import { openNode } from '../../../src/node/openNode.ts'
import { asAddress } from '../../../src/primitives/bytes.ts'

const weiPerSatoshi = 10n ** 10n
const receiver = asAddress(new Uint8Array(20).fill(0x42))

const nodes: Node[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

async function open(options: NodeOptions = {}): Promise<{ node: Node; peg: Peg; errors: unknown[] }> {
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  const node = await openNode({ development: {}, peg: { isManual: true }, onError, ...options })
  nodes.push(node)
  return { node, peg: node.peg!, errors }
}

const balance = (node: Node, account: Uint8Array): bigint => node.chain.stateAt('latest')!.balance(account)

describe('the federation of a development chain', () => {
  it('credits the account whose key pays on Bitcoin', async () => {
    const { node, peg } = await open()
    const [, from] = node.wallet!.accounts
    const before = balance(node, from!)
    expect((await peg.pegIn({ satoshis: 700_000n, from })).receiver).toEqual(from)
    await peg.advance('all')
    expect(balance(node, from!) - before).toBe(700_000n * weiPerSatoshi)
  })

  it('moves the bitcoins to a new federation', async () => {
    const { peg, errors } = await open()
    await peg.pegIn({ satoshis: 10_000_000n, to: receiver })
    await peg.advance('all')
    const { address } = peg.summary()
    await peg.changeFederation(4)
    await peg.advance('all')
    const after = peg.summary()
    expect(after.address).not.toBe(address)
    expect(after.federations).toMatchObject({ retiring: undefined, proposed: undefined, awaited: undefined })
    expect(after.federations.active.members).toHaveLength(4)
    expect(after.held).toBeGreaterThan(9_800_000n)
    expect(errors).toEqual([])
  })

  it('registers a flyover peg-in', async () => {
    const { node, peg } = await open()
    const { contract, result } = await peg.flyover({ satoshis: 1_000_000n })
    expect(result).toBe(1_000_000n * weiPerSatoshi)
    expect(balance(node, contract)).toBe(result)
  })

  it('raises the locking cap up to twice its value', async () => {
    const { peg } = await open()
    const cap = await peg.lockingCap()
    await expect(peg.lockingCap(cap * 2n + 1n)).rejects.toThrow('can be raised')
    expect(await peg.lockingCap(cap * 2n)).toBe(cap * 2n)
  })
})
