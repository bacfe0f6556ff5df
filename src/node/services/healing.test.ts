import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { DamagedData, type DamagedRecord } from '../../primitives/errors.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { Healing } from './healing.ts'

const block = genesisBlock(regtest)
const record = (table: string, at = 0): DamagedRecord => ({
  table,
  key: Uint8Array.of(at),
  block: asHash(block.header.hash),
})

function healing(canRepair: (record: DamagedRecord) => boolean) {
  const world = { now: 0, tried: [] as string[], replaced: 0 }
  const healing = new Healing({
    chain: {
      repair(damaged) {
        world.tried.push(damaged.table)
        return canRepair(damaged)
      },
      replace() {
        world.replaced++
        return true
      },
    },
    debug: () => {},
    onError: (error) => {
      throw error
    },
    now: () => world.now,
  })
  return { world, healing }
}

const settled = (count: { readonly healing: Healing }): Promise<void> =>
  expect.poll(() => count.healing.counts.restored + count.healing.counts.lost).toBe(count.healing.counts.met)

describe('healing', () => {
  it('restores a record once, whatever number of calls meets it', async () => {
    const world = healing(() => true)
    for (let call = 0; call < 5; call++) world.healing.notice(new DamagedData('it', record('receipts')))
    world.healing.notice(new DamagedData('something'))
    world.healing.notice(new Error('another'))
    await settled(world)
    expect(world.healing.counts).toEqual({ met: 1, restored: 1, lost: 0 })
  })

  it('does not try again what cannot be restored before a while has passed', async () => {
    const world = healing(() => false)
    for (const now of [0, 1_000, 59_000]) {
      world.world.now = now
      world.healing.repair(record('clusters'))
      await settled(world)
    }
    expect(world.world.tried).toHaveLength(1)
    world.world.now = 60_001
    world.healing.repair(record('clusters'))
    await settled(world)
    expect(world.healing.counts).toEqual({ met: 2, restored: 0, lost: 2 })
  })

  it('asks peers for headers and bodies only', async () => {
    const world = healing(() => false)
    const asked: unknown[] = []
    world.healing.askPeers({
      fetchBlock: async (hash) => {
        asked.push(hash)
        return block
      },
    })
    for (const table of ['headers', 'bodies', 'receipts', 'clusters']) world.healing.repair(record(table))
    await settled(world)
    expect(asked).toEqual([block.header.hash, block.header.hash])
    expect(world.world.replaced).toBe(2)
    expect(world.healing.counts).toEqual({ met: 4, restored: 2, lost: 2 })
  })

  it('keeps a bounded number of records waiting', async () => {
    const world = healing(() => true)
    for (let at = 0; at < 200; at++) world.healing.repair(record('bodies', at))
    await settled(world)
    expect(world.healing.counts.met).toBeLessThan(100)
    world.healing.close()
    world.healing.repair(record('bodies'))
    expect(world.healing.counts.met).toBeLessThan(100)
  })
})
