import { describe, expect, it } from 'vitest'
import type { Hex, Log } from '../rpc/answers.ts'
import { shownName } from './shownName.ts'
import { batchTopic, singleTopic, transfersIn, transferTopic } from './tokenTransfers.ts'

const word = (value: number | bigint | string): string => BigInt(value).toString(16).padStart(64, '0')
const [alice, bob, token] = ['aa', 'bb', 'cc'].map((pair): Hex => `0x${pair.repeat(20)}`) as [Hex, Hex, Hex]

const logOf = (topics: readonly string[], data: string): Log => ({
  address: token,
  topics: topics.map((topic): Hex => `0x${topic.replace(/^0x/, '')}`),
  data: `0x${data}`,
  logIndex: '0x0',
  transactionHash: '0x1',
  blockNumber: '0x1',
})

describe('shownName', () => {
  it('is one short line without characters that hide or turn others', () => {
    expect(shownName(' Rootstock\n\tToken ')).toBe('Rootstock Token')
    expect(shownName('abc\u202egnp.\u200b')).toBe('abcgnp.')
    expect(shownName(`a${'\u0301'.repeat(50)}`)).toBe('a\u0301\u0301')
    expect(shownName('😀'.repeat(40))).toBe(`${'😀'.repeat(31)}…`)
    expect(shownName('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })
})

describe('transfersIn', () => {
  it('reads the transfers of ERC-20, ERC-721 and ERC-1155', () => {
    const ends = [word(alice), word(bob)]
    const batch = [64, 160, 2, 7, 8, 2, 10, 20].map(word).join('')
    const read = transfersIn([
      logOf([transferTopic, ...ends], word(25)),
      logOf([transferTopic, ...ends, word(9)], ''),
      logOf([singleTopic, word(1), ...ends], word(3) + word(4)),
      logOf([batchTopic, word(1), ...ends], batch),
    ]).map(({ kind, from, to, amount, id }) => [kind, from, to, amount, id])
    expect(read).toEqual([
      ['ERC-20', alice, bob, 25n, undefined],
      ['ERC-721', alice, bob, 1n, 9n],
      ['ERC-1155', alice, bob, 4n, 3n],
      ['ERC-1155', alice, bob, 10n, 7n],
      ['ERC-1155', alice, bob, 20n, 8n],
    ])
  })

  it('leaves out logs of other forms', () => {
    const ends = [word(alice), word(bob)]
    const logs = [
      logOf([], ''),
      logOf([transferTopic, ...ends], ''),
      logOf([transferTopic], word(alice) + word(bob) + word(1)),
      logOf([singleTopic, word(1), ...ends], word(3)),
      logOf([batchTopic, word(1), ...ends], word(2n ** 200n) + word(0)),
    ]
    expect(transfersIn(logs)).toEqual([])
  })
})
