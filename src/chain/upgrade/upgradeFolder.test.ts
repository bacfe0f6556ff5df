import { describe, expect, it } from 'vitest'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import { BlockFactory } from '../blockFactory.cases.ts'
import { toSecondFormat } from './secondFormat.cases.ts'
import { upgradeFolder } from './upgradeFolder.ts'

const factory = new BlockFactory()
const address = asAddress(new Uint8Array(20).fill(3))
const log = (mark: number) => ({
  address,
  topics: [asHash(new Uint8Array(32).fill(mark))],
  data: Uint8Array.of(0, 0, mark),
})

const trunk = factory.branch(factory.genesis, 12, 1)
const busy = factory.next(trunk.at(-1)!, { logs: [[log(1), log(2)], [log(3)]] })
const side = factory.next(trunk[9]!, { extraData: Uint8Array.of(9), logs: [[log(4)]] })

function filledStore(): Store {
  const store = memoryStore()
  factory.chainWith([...trunk, busy, side], { store })
  return store
}

const tables = ['canonical', 'transactions', 'logIndex', 'meta'] as const
const contentOf = (store: Store) => tables.map((table) => [...store.range(table)])

describe('the upgrade of a folder of format 2', () => {
  const current = filledStore()

  function checkEqual(store: Store): void {
    expect(contentOf(store)).toEqual(contentOf(current))
    const [upgraded, expected] = [store, current].map((one) => factory.chainWith([], { store: one }))
    for (const { hash } of [...trunk, busy, side].map(({ header }) => header)) {
      expect(upgraded!.block(hash)?.receipts).toEqual(expected!.block(hash)?.receipts)
      expect(upgraded!.block(hash)?.totalDifficulty).toEqual(expected!.block(hash)?.totalDifficulty)
      expect(upgraded!.block(hash)?.transactions.map((one) => one.hash)).toEqual(
        expected!.block(hash)?.transactions.map((one) => one.hash),
      )
    }
    const everything = { fromBlock: 0, toBlock: 1_000, addresses: [address], topics: [] }
    expect(upgraded!.logs(everything)).toEqual(expected!.logs(everything))
    expect(upgraded!.logs(everything)).toHaveLength(3)
  }

  it('gives the tables of the current format', () => {
    const store = filledStore()
    toSecondFormat(store)
    expect(contentOf(store)).not.toEqual(contentOf(current))
    const told: string[] = []
    upgradeFolder(store, regtest, ({ what, done, total }) => told.push(`${done}/${total ?? ''} ${what}`))
    expect(told).toEqual([
      '14/14 blocks',
      '1/ blocks of side branches',
      expect.stringMatching(/^\d+\/ entries of the log index$/),
    ])
    checkEqual(store)
  })

  it('continues after an interruption at any step', () => {
    for (let step = 1; step <= 3; step++) {
      const store = filledStore()
      toSecondFormat(store)
      let told = 0
      const interrupted = (): void => {
        if (++told === step) throw new Error('killed')
      }
      expect(() => upgradeFolder(store, regtest, interrupted)).toThrow('killed')
      upgradeFolder(store, regtest)
      checkEqual(store)
    }
  })
})
