import { Transaction } from 'bitcoinjs-lib'
import { expect, it } from 'vitest'
import { satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend } from './bitcoinBackend.ts'

/** Cases that every `BitcoinBackend` passes. */
export function backendCases(open: () => Promise<BitcoinBackend>): void {
  it('mines blocks whose hashes, headers and bytes belong together', async () => {
    const bitcoin = await open()
    const height = await bitcoin.height()
    const [hash] = await bitcoin.generate(1)
    expect(await bitcoin.height()).toBe(height + 1)
    expect(toHexDigits(await bitcoin.blockHash(height + 1))).toBe(toHexDigits(hash!))
    const header = await bitcoin.header(hash!)
    expect(header).toHaveLength(80)
    expect(toHexDigits(await bitcoin.block(hash!)).startsWith(toHexDigits(header))).toBe(true)
  })

  it.each(['legacy', 'p2sh-segwit'] as const)('pays from %s coins only', async (kind) => {
    const bitcoin = await open()
    await bitcoin.generate(1, await bitcoin.newAddress(kind))
    await bitcoin.generate(101)
    const id = await bitcoin.pay(
      [
        { address: await bitcoin.newAddress('bech32'), satoshis: 2n * satoshisPerBitcoin },
        { script: fromHex('6a02cafe'), satoshis: 0n },
      ],
      kind,
    )
    expect((await bitcoin.waiting()).map(toHexDigits)).toContain(toHexDigits(id))
    const waiting = await bitcoin.transaction(id)
    expect(waiting).toMatchObject({ confirmations: 0, blockHash: undefined })
    const { ins, outs } = Transaction.fromBuffer(waiting!.raw)
    expect(ins.every(({ witness }) => witness.length === (kind === 'legacy' ? 0 : 2))).toBe(true)
    expect(outs.map(({ value }) => value)).toContain(2n * satoshisPerBitcoin)
    const [hash] = await bitcoin.generate(1)
    const mined = await bitcoin.transaction(id)
    expect(mined?.confirmations).toBe(1)
    expect(toHexDigits(mined!.blockHash!)).toBe(toHexDigits(hash!))
    expect(await bitcoin.balance()).toBeGreaterThan(0n)
  })

  it('undoes a block', async () => {
    const bitcoin = await open()
    await bitcoin.generate(2)
    const height = await bitcoin.height()
    await bitcoin.invalidate(await bitcoin.blockHash(height))
    expect(await bitcoin.height()).toBe(height - 1)
  })

  it('notifies listeners of new blocks', async () => {
    const bitcoin = await open()
    let notices = 0
    const stop = bitcoin.onBlock(() => {
      notices++
    })
    await bitcoin.generate(1)
    stop()
    expect(notices).toBeGreaterThan(0)
  })

  it('rejects unknown hashes, bad transactions and unpayable amounts with the codes of Bitcoin Core', async () => {
    const bitcoin = await open()
    const unknown = new Uint8Array(32).fill(7)
    expect(await bitcoin.transaction(unknown)).toBe(undefined)
    await expect(bitcoin.blockHash(1_000_000)).rejects.toMatchObject({ code: -8 })
    await expect(bitcoin.block(unknown)).rejects.toMatchObject({ code: -5 })
    await expect(bitcoin.broadcast(Uint8Array.of(1))).rejects.toMatchObject({ code: -22 })
    const address = await bitcoin.newAddress()
    await expect(
      bitcoin.pay([{ address, satoshis: 20_000_000n * satoshisPerBitcoin }]),
    ).rejects.toMatchObject({
      code: -6,
    })
  })
}
