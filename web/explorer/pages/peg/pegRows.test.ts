import { describe, expect, it } from 'vitest'
import { bitcoinTransactionId } from './bitcoinTransactionId.ts'
import type { PegEvent } from './pegEvents.ts'
import { pegInRows } from './pegInRows.ts'
import { pegOutRows } from './pegOutRows.ts'
import type { PegFacts, PegRow } from './pegRow.ts'

const [request, creation, registration] = ['11', '22', '33'].map((pair) => pair.repeat(32)) as [
  string,
  string,
  string,
]
const bitcoinId = 'bb'.repeat(32)
const account = 'ac'.repeat(20)

const event = (
  name: string,
  block: bigint,
  transaction: string,
  values: Readonly<Record<string, string>>,
): PegEvent => ({
  name,
  block,
  transaction: `0x${transaction}`,
  read: (member) => values[member] ?? '',
  id: (member) => (values[member] ?? '').replace(/^0x/, ''),
})

/** Of a public network, which has no Bitcoin beside it. */
const facts: PegFacts = {
  height: 120n,
  requiredBlocks: 10n,
  requiredSignatures: 2n,
  nextBatch: 150n,
  status: undefined,
}
const states = ({ steps }: PegRow) => steps.map(({ name, state }) => `${name}: ${state}`)

const asked = event('release_request_received', 100n, request, {
  sender: `0x${account}`,
  btcDestinationAddress: 'bc1q',
  amount: String(4n * 10n ** 16n),
})
const made = [
  event('release_requested', 115n, creation, { rskTxHash: `0x${creation}`, btcTxHash: `0x${bitcoinId}` }),
  event('batch_pegout_created', 115n, creation, {
    btcTxHash: `0x${bitcoinId}`,
    releaseRskTxHashes: `0x${'77'.repeat(32)}${request}`,
  }),
]
const signed = event('add_signature', 126n, '44'.repeat(32), { releaseRskTxHash: `0x${creation}` })

describe('pegOutRows', () => {
  const rowAt = (events: readonly PegEvent[], height: bigint) =>
    pegOutRows(events, { ...facts, height })[0] as PegRow

  it('say what a peg-out waits for at each step', () => {
    expect(rowAt([asked], 120n).waitsFor).toBe(
      'Waits for the next batch of peg-outs, which is 30 blocks away.',
    )
    expect(rowAt([asked, ...made], 120n).waitsFor).toBe('Waits for 5 more Rootstock blocks.')
    expect(rowAt([asked, ...made], 125n).waitsFor).toBe('Waits for the federation, which confirms it.')
    expect(rowAt([asked, ...made, signed], 126n).waitsFor).toBe('Waits for 1 more signature.')
    expect(states(rowAt([asked, ...made, signed], 126n))).toEqual([
      'Requested: done',
      'Bitcoin transaction made: done',
      'Confirmed: done',
      'Signed by the federation: current',
      'Paid: waiting',
    ])
    const released = event('release_btc', 127n, '55'.repeat(32), {
      releaseRskTxHash: `0x${creation}`,
      btcRawTransaction: '0x',
    })
    expect(rowAt([asked, ...made, signed, released], 127n).waitsFor).toContain('Sent to Bitcoin')
  })

  it('are found by the transactions of both chains, with amounts of wei and of satoshis', () => {
    const row = rowAt([asked, ...made], 120n)
    expect([row.satoshis, row.account, row.ids]).toEqual([4_000_000n, `0x${account}`, [request, bitcoinId]])
    const older = event('release_request_received', 1n, request, { sender: account, amount: '4000000' })
    expect(rowAt([older], 2n).satoshis).toBe(4_000_000n)
  })

  it('give the reason why the Bridge refused one', () => {
    const refused = event('release_request_rejected', 5n, request, {
      sender: account,
      amount: '1',
      reason: '1',
    })
    const row = rowAt([refused], 6n)
    expect([states(row), row.steps[0]?.note, row.waitsFor]).toEqual([
      ['Refused: failed'],
      'the amount is too low',
      '',
    ])
  })
})

describe('pegInRows', () => {
  it('show credits, and payments that are sent back or kept', () => {
    const credit = event('pegin_btc', 9n, registration, {
      receiver: `0x${account}`,
      btcTxHash: `0x${bitcoinId}`,
      amount: '500000',
    })
    expect(pegInRows([credit], facts).map(states)).toEqual([
      ['Paid: done', 'Confirmed: done', 'Registered: done', 'RBTC credited: done'],
    ])
    const rejected = event('rejected_pegin', 9n, registration, { btcTxHash: bitcoinId, reason: '1' })
    const refund = event('release_requested', 9n, registration, {
      rskTxHash: registration,
      btcTxHash: creation,
    })
    const [sentBack] = pegInRows([rejected, refund], facts)
    expect(sentBack?.steps.slice(-2).map(({ name, state, note }) => [name, state, note])).toEqual([
      ['Not credited', 'failed', 'the locking cap is surpassed'],
      ['Sent back', 'done', undefined],
    ])
    const kept = event('unrefundable_pegin', 9n, registration, { btcTxHash: bitcoinId, reason: '1' })
    const [lost] = pegInRows([rejected, kept], facts)
    expect(lost?.steps.at(-1)).toMatchObject({ name: 'Stays with the federation', state: 'failed' })
  })

  it('say what a payment waits for on Bitcoin', () => {
    const waitsAt = (confirmations: number) => {
      const pegIn = {
        bitcoinTransaction: bitcoinId,
        satoshis: 5,
        stage: 'confirming',
        confirmations,
        requiredConfirmations: 3,
        next: '',
      }
      return pegInRows([], { ...facts, status: { pegIns: [pegIn], pegOuts: [] } })[0]?.waitsFor
    }
    expect([0, 1, 2, 3].map(waitsAt)).toEqual([
      'Waits for a Bitcoin block that holds the payment.',
      'Waits for 2 more Bitcoin blocks.',
      'Waits for 1 more Bitcoin block.',
      'Waits for the federation, which registers the payment with the Bridge.',
    ])
  })
})

describe('bitcoinTransactionId', () => {
  it('leaves out witnesses', () => {
    // The coinbase transaction of Bitcoin's first block, then the same with a witness.
    const [version, lockTime] = ['01000000', '00000000']
    const script =
      '4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73'
    const key =
      '434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac'
    const body = `01${'00'.repeat(32)}ffffffff${script}ffffffff0100f2052a01000000${key}`
    const id = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
    expect(bitcoinTransactionId(`0x${version}${body}${lockTime}`)).toBe(id)
    expect(bitcoinTransactionId(`0x${version}0001${body}0101aa${lockTime}`)).toBe(id)
    expect(bitcoinTransactionId(`0x${version}0001fd`)).toBeUndefined()
    expect(bitcoinTransactionId('0xzz')).toBeUndefined()
  })
})
