import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Peg } from '../dev/peg/peg.ts'
import { asAddress } from '../primitives/bytes.ts'
import type { Node } from './node.ts'
import type { NodeOptions } from './nodeOptions.ts'
import { openNode } from './openNode.ts'

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

describe('the peg of a development chain', () => {
  it('is what it was after a restart, with waiting payments', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-peg-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const stored: NodeOptions = { dataFolder, flush: 'none' }
    const first = await open(stored)
    await first.peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    const height = await first.peg.bitcoin.height()
    first.node.close()
    const { node, peg } = await open(stored)
    expect(await peg.bitcoin.height()).toBe(height)
    expect(await peg.bitcoin.waiting()).toHaveLength(1)
    await peg.advance('all')
    expect(balance(node, receiver)).toBe(2_000_000n * weiPerSatoshi)
  })

  it('does not start with a bitcoind that cannot be reached', async () => {
    const bitcoin = { url: 'http://user:secret@127.0.0.1:1' }
    await expect(open({ peg: { bitcoin } })).rejects.toThrow(
      /^the bitcoind at http:\/\/127.0.0.1:1\/ cannot be reached/,
    )
  })

  it('credits a payment with instructions, and pays a peg-out from it', async () => {
    const { node, peg, errors } = await open()
    await peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    expect((await peg.status()).pegIns).toMatchObject([
      { stage: 'waiting-for-a-block', satoshis: 2_000_000n },
    ])
    await peg.advance('all')
    expect(balance(node, receiver)).toBe(2_000_000n * weiPerSatoshi)
    const [from] = node.wallet!.accounts
    const { id, bitcoinAddress } = await peg.pegOut({ from: from!, satoshis: 500_000n })
    await peg.advance('all')
    const { pegOuts, pegIns } = await peg.status()
    expect(pegIns).toMatchObject([{ stage: 'credited', receiver }])
    expect(pegOuts).toMatchObject([
      { request: id, stage: 'in-a-transaction', transaction: { stage: 'paid' } },
    ])
    expect(bitcoinAddress).toMatch(/^[mn]/)
    expect(peg.summary().held).toBe(1_500_000n)
    expect(errors).toEqual([])
  })

  it('returns with the chain to a snapshot and to the beginning', async () => {
    const { node, peg } = await open()
    const height = await peg.bitcoin.height()
    const snapshot = node.local!.snapshot()
    await peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    await peg.advance('all')
    node.local!.revert(snapshot)
    await peg.settle()
    expect(await peg.bitcoin.height()).toBe(height)
    expect(balance(node, receiver)).toBe(0n)
    expect((await peg.status()).pegIns).toEqual([])
    node.local!.reset()
    await peg.settle()
    expect(await peg.bitcoin.height()).toBe(height)
    await peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    await peg.advance('all')
    expect(balance(node, receiver)).toBe(2_000_000n * weiPerSatoshi)
  })

  it('does nothing on an idle chain', async () => {
    const { node, peg } = await open()
    const { number } = node.chain.head
    expect(await peg.advance('all')).toEqual({ bitcoin: 0, rootstock: 0 })
    expect(node.chain.head.number).toBe(number)
  })
})
