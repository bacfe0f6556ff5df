import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* The methods of a development chain with a peg, as a program uses them. */

let node: LocalNode
let plain: LocalNode
beforeAll(async () => {
  node = await createNode({ peg: { isManual: true } })
  plain = await createNode()
})
afterAll(() => {
  node.close()
  plain.close()
})

const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const receiver = `0x${'42'.repeat(20)}`

it('a peg-in goes through its stages, and a peg-out after it', async () => {
  expect(await ask('peg_bitcoin')).toMatchObject({
    kind: 'simulated',
    height: 350,
    waiting: [],
    isAutomatic: false,
  })
  const paid = await ask('peg_in', { satoshis: 2_000_000, to: receiver })
  expect(paid).toMatchObject({ receiver, satoshis: 2_000_000, minimum: 500_000 })
  expect(await ask('peg_status')).toMatchObject({ pegIns: [{ stage: 'waiting-for-a-block' }] })
  expect(await ask('peg_advance', 'step')).toMatchObject({ bitcoinBlocks: 1 })
  expect(await ask('peg_status')).toMatchObject({
    pegIns: [{ stage: 'confirming', confirmations: 1, next: '2 Bitcoin blocks are missing' }],
  })
  expect(await ask('peg_advance')).toMatchObject({ bitcoinBlocks: 2 })
  expect(await ask('peg_status')).toMatchObject({ pegIns: [{ stage: 'credited', receiver }] })
  expect(BigInt(String(await ask('eth_getBalance', receiver)))).toBe(2_000_000n * 10n ** 10n)

  const asked = await ask('peg_out', { satoshis: 1_000_000, from: node.accounts[0]!.address })
  expect(asked).toMatchObject({ bitcoinAddress: 'mvb8yA23gtNPsBpd21Wq5J6YY4GEnfYQyX' })
  await ask('peg_advance')
  const status = await ask('peg_status', (asked as { transaction: string }).transaction)
  expect(status).toMatchObject({ pegIns: [], pegOuts: [{ stage: 'paid' }] })
  expect(await ask('peg_federation')).toMatchObject({ satoshis: 1_000_000, retiring: null, pending: null })
})

it('an impossible request to the peg is refused with the reason', async () => {
  const refusal = (message: string) => expect.objectContaining({ code: -32602, message })
  await expect(ask('peg_in', {})).rejects.toEqual(refusal('invalid argument satoshis: is missing'))
  await expect(ask('peg_in', { satoshi: 1 })).rejects.toThrow('unknown; known are satoshis, to, from')
  await expect(ask('peg_in', { satoshis: 10 ** 14, to: receiver })).rejects.toThrow('the wallet can spend')
  await expect(ask('peg_in', { satoshis: 10 ** 6, from: receiver })).rejects.toThrow('does not have the key')
  const from = node.accounts[0]!.address
  await expect(ask('peg_out', { satoshis: 1000, from })).rejects.toThrow('the smallest peg-out is 250000')
  await expect(ask('peg_out', { satoshis: 10 ** 9, from })).rejects.toThrow('peg in first')
  await expect(ask('peg_out', { satoshis: 10 ** 6, from, bitcoinAddress: 'x' })).rejects.toThrow(
    'pays to the key',
  )
  await expect(ask('peg_changeFederation', { members: 1 })).rejects.toThrow('from 2 to 9')
  await expect(ask('peg_lockingCap', 1)).rejects.toThrow('can be raised')
  await expect(ask('peg_advance', 'fast')).rejects.toThrow('neither "step" nor "all"')
})

it('a chain without a peg refuses with advice on how to start one', async () => {
  await expect(plain.request({ method: 'peg_status' })).rejects.toThrow('cambium dev --peg')
})
