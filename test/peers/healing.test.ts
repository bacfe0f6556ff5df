import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { chainStamp } from '../../src/chain/openChain.ts'
import type { Node } from '../../src/node/node.ts'
import { DamagedData, reasonOf } from '../../src/primitives/errors.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { encodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { TableName } from '../../src/store/tables.ts'
import { agree, eventually, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-healing-'))

afterEach(() => {
  world.closeAll()
  rmSync(dataFolder, { recursive: true })
})

/** Changes too many bytes of the first blocks' records for their checksums to restore them. */
function damageAll(table: TableName, count: number): void {
  const store = openStore({ path: join(dataFolder, 'regtest'), ...chainStamp(regtest) })
  store.write((batch) => {
    for (const { key, value } of [...store.range(table)].slice(1, 1 + count)) {
      batch.put(
        table,
        key,
        value.map((byte, index) => (index % 3 === 0 ? byte ^ 0x5a : byte)),
      )
    }
  })
  store.close()
}

/** Reads like a call, and reports damage. */
function read(node: Node, number: number): string {
  try {
    const block = node.chain.select(number)!
    return toHex(encodeBlock(block)) + block.receipts.length
  } catch (error) {
    node.healing!.notice(error)
    if (error instanceof DamagedData) return 'damaged'
    return reasonOf(error)
  }
}

describe('a node whose blocks are damaged', () => {
  it('fetches them from its peers, executes them for their receipts, and serves correct answers again', async () => {
    const miner = await world.open()
    mine(miner, 12)
    const follower = await world.open([miner], { dataFolder })
    await agree(miner, follower)
    follower.close()
    for (const table of ['headers', 'bodies', 'receipts'] as const) damageAll(table, 12 - 3)

    const damaged = await world.open([miner], { dataFolder })
    for (let number = 1; number <= 12; number++) {
      const truth = read(miner, number)
      await eventually(() => read(damaged, number)).toBe(truth)
    }
    const { met, restored, lost } = damaged.healing!.counts
    // A block that is fetched for its header restores its body too.
    expect(restored).toBeGreaterThanOrEqual(18)
    expect(met).toBe(restored + lost)
  })
})
