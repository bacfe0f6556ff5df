import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { person } from '../execution/executionWorld.cases.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { decodeTransaction } from '../protocol/transactions/decode.ts'
import { TransactionPool } from './pool.ts'
import { TestChain, type TestChainOptions } from './poolWorld.cases.ts'

/*
 * The reference node's answers to raw transactions: the hash of an accepted one, otherwise the error message.
 * Transactions that it could not decode are left out.
 */

interface RecordedSubmission {
  readonly name: string
  readonly group: 'sendRaw' | 'min-gas-price'
  readonly raw: string
  readonly answer: string
}

const recorded: RecordedSubmission[] = gunzipSync(
  readFileSync(new URL('recordedSubmissions.jsonl.gz', import.meta.url)),
)
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): RecordedSubmission => JSON.parse(line))

const funds = 10n ** 30n

/** Nonces of cow, cow1 … cow9 after the 27 blocks of the recorded chain. */
const nonces = [17n, 10n, 7n, 6n, 6n, 5n, 1n, 1n, 2n, 1n]
/** A recorded payment transfers this whole balance. */
const cow1Balance = BigInt('0x0c9f2c9cd07016ee1331f151c7')

const cow = (index: number) => person(index === 0 ? 'cow' : `cow${index}`)

const recordedTimeMs = 1_735_690_272_000

function poolOver(accountNonces: readonly bigint[], options: TestChainOptions): TransactionPool {
  const accounts = accountNonces.map((nonce, index) => {
    const balance = index === 1 ? cow1Balance : funds
    return [cow(index).address, { nonce, balance }] as const
  })
  return new TransactionPool({ chain: new TestChain(accounts, options), clock: () => recordedTimeMs })
}

const pools: Record<RecordedSubmission['group'], TransactionPool> = {
  sendRaw: poolOver(nonces, { gasLimit: 9_739_661, height: 27 }),
  'min-gas-price': poolOver(new Array(10).fill(0n), { minimumGasPrice: 3n, height: 3 }),
}

describe('the pool answers like the reference node', () => {
  it.each(recorded)('to $name', ({ group, raw, answer }) => {
    const transaction = decodeTransaction(fromHex(raw))
    const submission = pools[group].add(transaction)
    const given = submission.status === 'rejected' ? submission.rejection.message : toHex(transaction.hash)
    expect(given).toBe(answer)
  })

  it('and is left with the same transactions and quotas', () => {
    const pool = pools.sendRaw
    expect([pool.pendingCount, pool.queuedCount]).toEqual([10, 2])
    const quotas = [0, 6].map((index) => pool.quotaOf(cow(index).address)!)
    expect(quotas.map(({ timestampMs }) => timestampMs)).toEqual([recordedTimeMs, recordedTimeMs])
    expect(quotas[0]!.availableVirtualGas).toBeCloseTo(1.753127574263738e10, 3)
    expect(quotas[1]!.availableVirtualGas).toBeCloseTo(1.72949143697476e10, 3)
  })
})
