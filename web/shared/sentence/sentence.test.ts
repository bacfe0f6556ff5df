import { describe, expect, it } from 'vitest'
import type { Hex, Log, Receipt, Transaction } from '../rpc/answers.ts'
import { bridge } from './bridgeDeed.ts'
import type { Piece } from './piece.ts'
import { remasc } from './remascPayment.ts'
import { sentenceOf, type TransactionFacts } from './sentence.ts'

const address = (byte: string): Hex => `0x${byte.repeat(20)}`
const topic = (digits: string): Hex => `0x${digits.replace(/^0x/, '').padStart(64, '0')}`
const [a, b, c] = [address('aa'), address('bb'), address('cc')]
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const transaction = (fields: Partial<Transaction>): Transaction => ({
  hash: topic('1'),
  blockHash: topic('2'),
  blockNumber: '0x1',
  transactionIndex: '0x0',
  from: a,
  to: b,
  nonce: '0x0',
  value: '0x0',
  gas: '0x5208',
  gasPrice: '0x1',
  input: '0x',
  ...fields,
})

const receipt = (fields: Partial<Receipt> = {}): Receipt => ({
  transactionHash: topic('1'),
  blockNumber: '0x1',
  status: '0x1',
  gasUsed: '0x5208',
  cumulativeGasUsed: '0x5208',
  contractAddress: null,
  logs: [],
  ...fields,
})

const log = (from: Hex, topics: readonly Hex[], data: Hex = '0x'): Log => ({
  address: from,
  topics,
  data,
  logIndex: '0x0',
  transactionHash: topic('1'),
  blockNumber: '0x1',
})

const written = (piece: Piece): string => {
  if (typeof piece === 'string') return piece
  if (piece.kind === 'address') return piece.address.slice(0, 4)
  if (piece.kind === 'transaction') return piece.hash.slice(0, 4)
  if (piece.kind === 'rbtc') return `${piece.wei} wei`
  if (piece.kind === 'token') return `${piece.amount} ${piece.token.slice(0, 4)}${piece.id ?? ''}`
  return piece.kind === 'token-name' ? piece.token.slice(0, 4) : `\`${piece.text}\``
}

const said = (facts: TransactionFacts): string => sentenceOf(facts).map(written).join('')

describe('sentenceOf', () => {
  it('describes payments and creations, pending, done and failed', () => {
    const payment = transaction({ value: '0x5' })
    expect(said({ transaction: payment, receipt: undefined })).toBe('0xaa sends 5 wei to 0xbb')
    expect(said({ transaction: payment, receipt: receipt() })).toBe('0xaa sent 5 wei to 0xbb')
    const creation = transaction({ to: null, input: '0x60' })
    expect(said({ transaction: creation, receipt: receipt({ contractAddress: c }) })).toBe(
      '0xaa created contract 0xcc',
    )
    expect(said({ transaction: creation, receipt: receipt({ status: '0x0' }), reason: 'no' })).toBe(
      '0xaa tried to create a contract, which failed: `no`',
    )
  })

  it('describes calls by name or selector, and data without a call', () => {
    const unknown = transaction({ input: '0x12345678', value: '0x1' })
    expect(said({ transaction: unknown, receipt: receipt() })).toBe(
      '0xaa called `0x12345678` of 0xbb with 1 wei',
    )
    expect(said({ transaction: unknown, receipt: receipt(), hasCode: false })).toBe(
      '0xaa sent 1 wei and 4 bytes of data to 0xbb',
    )
  })

  it('describes transfers of tokens from the logs, and not from the input', () => {
    const input: Hex = `0xa9059cbb${topic(c).slice(2)}${topic('19').slice(2)}`
    const call = transaction({ input })
    expect(said({ transaction: call, receipt: receipt() })).toBe('0xaa called `transfer` of 0xbb')
    const moved = (from: string, to: string) => log(b, [transferTopic, topic(from), topic(to)], topic('19'))
    expect(said({ transaction: call, receipt: receipt({ logs: [moved(a, c)] }) })).toBe(
      '0xaa called `transfer` of 0xbb: 25 0xbb from 0xaa to 0xcc',
    )
    const several = [moved('0', a), moved(a, '0'), moved(a, c), moved(a, c)]
    expect(said({ transaction: call, receipt: receipt({ logs: several }) })).toBe(
      '0xaa called `transfer` of 0xbb: 25 0xbb minted for 0xaa; 25 0xbb of 0xaa burnt; and 2 more transfers',
    )
  })

  it('describes allowances', () => {
    const call = transaction({ input: '0x095ea7b3' })
    const logs = [log(b, [approvalTopic, topic(a), topic(c)], `0x${'f'.repeat(64)}`)]
    expect(said({ transaction: call, receipt: receipt({ logs }) })).toBe(
      '0xaa called `0x095ea7b3` of 0xbb: 0xcc may spend any amount of 0xbb of 0xaa',
    )
  })

  it('describes requests for peg-outs, and why the Bridge refuses one', () => {
    const paid = transaction({ to: bridge, value: '0x5' })
    expect(said({ transaction: paid, receipt: undefined })).toBe(
      '0xaa pays 5 wei to the 0x00, a request for a peg-out',
    )
    const rejected: Hex = '0xb607c3e1fbe6b38cd145b15b837f7b722b199caa60e3057b36c141adee3b75e7'
    const data: Hex = `0x${topic('5').slice(2)}${topic('1').slice(2)}`
    expect(
      said({ transaction: paid, receipt: receipt({ logs: [log(bridge, [rejected, topic(a)], data)] }) }),
    ).toBe('0xaa paid 5 wei to the 0x00: peg-out refused, because the amount is too low')
  })

  it('adds up what REMASC pays', () => {
    const share = (amount: string) => log(remasc, [topic('1'), topic(a)], `0xe2a0${'ab'.repeat(32)}${amount}`)
    const fees = transaction({ to: remasc, from: address('00') })
    expect(
      said({ transaction: fees, receipt: receipt({ logs: [share('05'), share('80'), share('07')] }) }),
    ).toBe('0x00 paid 12 wei to 2 receivers')
  })
})
