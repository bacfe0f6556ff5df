import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import { decodeBlock, decodeVerifiedBlock, encodeBlock } from '../../protocol/block.ts'
import { baseMergedMiningHash } from '../../protocol/headers/hashes.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { findingsOf, tell } from './findings.ts'

const recorded = recordedBlocks('contracts').map(({ rlp }) => fromHex(rlp))
const allRules = ['transactions-root', 'uncles-hash', 'proof-of-work']

describe('the findings about a block', () => {
  it('are the hashes, senders and satisfied rules of the block', () => {
    for (const rlp of recorded.slice(0, 40)) {
      const findings = findingsOf({ kind: 'block', rlp }, regtest)!
      expect(findings.checkedRules).toEqual(allRules)
      const { transactions } = decodeVerifiedBlock(rlp, regtest)
      tell(transactions, findings)
      const own = decodeBlock(rlp, regtest).transactions
      expect(transactions.map(({ hash }) => toHex(hash))).toEqual(own.map(({ hash }) => toHex(hash)))
      expect(transactions.map(({ sender }) => sender)).toEqual(own.map(({ sender }) => sender))
    }
  })

  it('are the same for a list of its transactions, without rules', () => {
    const rlp = recorded[20]!
    const transactions = encodeRlpList(decodeBlock(rlp, regtest).transactions.map(({ encoded }) => encoded))
    const findings = findingsOf({ kind: 'transactions', rlp: transactions }, regtest)
    expect(findings).toEqual({
      ...findingsOf({ kind: 'block', rlp }, regtest),
      headerHashes: undefined,
      checkedRules: [],
    })
  })

  it('have the hashes of the header', () => {
    const { header } = decodeBlock(recorded[20]!, regtest)
    const { headerHashes } = findingsOf({ kind: 'block', rlp: recorded[20]! }, regtest)!
    expect(headerHashes).toEqual({ hash: header.hash, baseHash: baseMergedMiningHash(header) })
  })

  it('leave out rules that do not hold', () => {
    const block = decodeBlock(recorded[20]!, regtest)
    const coinbase = block.header.mergedMining!.coinbase.slice().fill(0)
    const mergedMining = { ...block.header.mergedMining!, coinbase }
    const forged = { ...block, uncles: [block.header], header: { ...block.header, mergedMining } }
    const { checkedRules } = findingsOf({ kind: 'block', rlp: encodeBlock(forged) }, regtest)!
    expect(checkedRules).toEqual(['transactions-root'])
  })

  it('do not exist for bytes that are not a block, or a block with other transactions', () => {
    expect(findingsOf({ kind: 'block', rlp: recorded[3]!.subarray(1) }, regtest)).toBeUndefined()
    const block = decodeBlock(recorded[20]!, regtest)
    const rlp = encodeBlock({ ...block, transactions: block.transactions.slice(1) })
    expect(findingsOf({ kind: 'block', rlp }, regtest)).toBeUndefined()
  })
})
