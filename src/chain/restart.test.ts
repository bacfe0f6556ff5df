import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/store.ts'
import { BlockFactory } from './blockFactory.cases.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 4, 1)
const side = factory.branch(trunk[0]!, 2, 2)

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-chain-'))
})
afterEach(() => rmSync(path, { recursive: true }))

const open = (readOnly = false): Store =>
  openStore({
    path,
    readOnly,
    network: regtest.name,
    genesisHash: factory.genesis.header.hash,
    flush: 'none',
  })

describe('a chain in a folder', () => {
  it('continues after a restart with its head and side branches', () => {
    const store = open()
    factory.chainWith([...trunk.slice(0, 3), ...side], { store })
    store.close()

    const again = open()
    const chain = factory.chainWith([], { store: again })
    expect(toHex(chain.head.hash)).toBe(toHex(trunk[2]!.header.hash))
    expect(chain.import(side[1]!)).toEqual({ status: 'known' })
    expect(chain.import(trunk[3]!)).toEqual({ status: 'best' })
    expect(chain.stateAt('latest')?.commit().hash()).toEqual(trunk[3]!.header.stateRoot)
    again.close()
  })

  it('is followed by a chain that only reads', async () => {
    const writing = open()
    const writer = factory.chainWith(trunk.slice(0, 2), { store: writing })
    const reading = open(true)
    const reader = factory.chainWith([], { store: reading })
    expect(reader.head.number).toBe(2)

    writer.import(trunk[2]!)
    await vi.waitFor(() => expect(reader.head.number).toBe(3), 20_000)
    expect(reader.stateAt('latest')?.commit().hash()).toEqual(trunk[2]!.header.stateRoot)
    for (const block of factory.branch(trunk[0]!, 4, 3)) writer.import(block)
    await vi.waitFor(() => expect(toHex(reader.head.hash)).toBe(toHex(writer.head.hash)), 20_000)
    expect(reader.isCanonical(trunk[1]!)).toBe(false)
    expect(() => reader.import(trunk[3]!)).toThrow('reading only')
    reading.close()
    writing.close()
  })
})
