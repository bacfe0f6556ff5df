import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { regtestParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { openStore } from '../../store/openStore.ts'
import { openBitcoinRecord } from './bitcoinRecord.ts'
import { testTime } from './simulatedBitcoin.cases.ts'
import { SimulatedBitcoin } from './simulatedBitcoin.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-bitcoin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const open = (folder: string): SimulatedBitcoin =>
  new SimulatedBitcoin({ now: () => testTime, record: openBitcoinRecord({ folder, flush: 'none' }) })

describe('the record of a simulated Bitcoin', () => {
  it('keeps branches, mempool and wallet', async () => {
    const folder = newFolder()
    const first = open(folder)
    await first.generate(120)
    await first.invalidate(await first.blockHash(119))
    await first.generate(1)
    const address = await first.newAddress('p2sh-segwit')
    const waiting = await first.pay([{ address, satoshis: 70_000n }])
    const before = { state: first.mark(), balance: await first.balance(), tip: await first.blockHash(119) }
    first.close()
    const second = open(folder)
    expect(second.mark()).toEqual(before.state)
    expect(await second.balance()).toBe(before.balance)
    expect(toHexDigits(await second.blockHash(119))).toBe(toHexDigits(before.tip))
    expect((await second.waiting()).map(toHexDigits)).toEqual([toHexDigits(waiting)])
    await second.generate(1)
    expect((await second.transaction(waiting))?.confirmations).toBe(1)
    second.close()
  })

  it('deletes the blocks that a revert removes', async () => {
    const folder = newFolder()
    const first = open(folder)
    await first.generate(3)
    const mark = first.mark()
    await first.generate(4)
    first.revert(mark)
    const [last] = await first.generate(1, 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202')
    first.close()
    const second = open(folder)
    expect(await second.height()).toBe(4)
    expect(toHexDigits(await second.blockHash(4))).toBe(toHexDigits(last!))
    expect(second.chain.blockCount).toBe(5)
    second.close()
  })

  it('refuses a damaged block', async () => {
    const folder = newFolder()
    const first = open(folder)
    await first.generate(2)
    first.close()
    const store = openStore({
      path: join(folder, 'bitcoin'),
      network: 'bitcoin-regtest',
      genesisHash: regtestParameters.genesis.header.hash,
      tables: ['bodies', 'meta'],
      flush: 'none',
    })
    const key = Uint8Array.of(0, 0, 0, 2)
    const bytes = store.get('bodies', key)!
    bytes[100]! ^= 1
    store.write((batch) => batch.put('bodies', key, bytes))
    store.close()
    expect(() => open(folder)).toThrow('block 2 of the simulated Bitcoin')
  })
})
