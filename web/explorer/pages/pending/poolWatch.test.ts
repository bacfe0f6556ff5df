import { describe, expect, it } from 'vitest'
import type { Hex, Transaction } from '../../../shared/rpc/answers.ts'
import { type PoolContent, PoolWatch } from './poolWatch.ts'

const from: Hex = `0x${'aa'.repeat(20)}`

const transaction = (hash: Hex, nonce: Hex, gasPrice: Hex): Transaction => ({
  hash,
  from,
  nonce,
  gasPrice,
  to: '0x00',
  value: '0x00',
  gas: '0x5208',
  input: '0x',
  blockHash: `0x${'0'.repeat(64)}`,
  blockNumber: null,
  transactionIndex: null,
})

const pool = (pending: readonly Transaction[], queued: readonly Transaction[] = []): PoolContent => {
  const bySender = (list: readonly Transaction[]) => ({
    [from.slice(2)]: Object.fromEntries(list.map((one) => [String(Number(one.nonce)), [one]])),
  })
  return { pending: bySender(pending), queued: bySender(queued) }
}

describe('PoolWatch', () => {
  it('lists the best payers first and queued ones last, each since it was first seen', () => {
    const watch = new PoolWatch()
    watch.look(pool([transaction('0x1', '0x0', '0x05')]), 1_000)
    watch.look(
      pool(
        [transaction('0x1', '0x0', '0x05'), transaction('0x2', '0x1', '0x0a')],
        [transaction('0x3', '0x7', '0xff')],
      ),
      2_000,
    )
    expect(
      watch.waiting.map(({ transaction: { hash }, isQueued, firstSeenMs }) => [hash, isQueued, firstSeenMs]),
    ).toEqual([
      ['0x2', false, 2_000],
      ['0x1', false, 1_000],
      ['0x3', true, 2_000],
    ])
    expect(watch.waiting[0]?.transaction.to).toBeNull()
  })

  it('lists what left the pool, and what took its place', () => {
    const watch = new PoolWatch()
    watch.look(pool([transaction('0x1', '0x0', '0x05'), transaction('0x2', '0x1', '0x05')]), 1_000)
    watch.look(pool([transaction('0x9', '0x0', '0x06')]), 2_000)
    expect(watch.gone.map(({ transaction: { hash }, replacedBy, atMs }) => [hash, replacedBy, atMs])).toEqual(
      [
        ['0x1', '0x9', 2_000],
        ['0x2', undefined, 2_000],
      ],
    )
    watch.look(pool([transaction('0x2', '0x1', '0x05')]), 3_000)
    expect(watch.gone.map(({ transaction: { hash } }) => hash)).toEqual(['0x9', '0x1'])
  })
})
