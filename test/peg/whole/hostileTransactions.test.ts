import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitcoinError } from '../../../src/dev/bitcoin/bitcoinError.ts'
import { openFundedRpc } from '../../../src/dev/bitcoin/rpc/bitcoinRpc.cases.ts'
import { bitcoinMethods } from '../../../src/dev/bitcoin/rpc/bitcoinRpc.ts'
import { openFundedBitcoin } from '../../../src/dev/bitcoin/simulatedBitcoin.cases.ts'
import { toHexDigits } from '../../../src/primitives/hex.ts'

/** Changed bytes of a list of transactions. */
const mutation = (sources: readonly Uint8Array[]) =>
  fc
    .record({
      source: fc.constantFrom(...sources),
      edits: fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
      cut: fc.option(fc.nat(), { freq: 5 }),
    })
    .map(({ source, edits, cut }) => {
      const bytes = Uint8Array.from(source)
      for (const { at, value } of edits) bytes[at % bytes.length] = value
      return cut === null ? bytes : bytes.subarray(0, cut % bytes.length)
    })

describe('transactions from outside', () => {
  it('are accepted or refused with a code, and mining continues', async () => {
    const { bitcoin } = await openFundedBitcoin()
    const sources: Uint8Array[] = []
    const mark = bitcoin.mark()
    for (const kind of ['legacy', 'p2sh-segwit', 'bech32'] as const) {
      const id = await bitcoin.pay([{ address: await bitcoin.newAddress(kind), satoshis: 5_000_000n }])
      sources.push((await bitcoin.transaction(id))!.raw)
    }
    bitcoin.revert(mark)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(mutation(sources), async (bytes) => {
        try {
          await bitcoin.broadcast(bytes)
        } catch (error) {
          refused++
          expect(error).toBeInstanceOf(BitcoinError)
        }
      }),
      { numRuns: 20_000 },
    )
    expect(refused).toBeGreaterThan(10_000)
    await bitcoin.generate(1)
    expect(await bitcoin.waiting()).toEqual([])
  })

  it('never fail a method of JSON-RPC', async () => {
    const { rpc, bitcoin, failures } = await openFundedRpc()
    const names = ['decoderawtransaction', 'sendrawtransaction', 'signrawtransactionwithwallet']
    const source = bitcoin.chain.tip.transactions[0]!.raw
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), mutation([source]), async (method, bytes) => {
        const { text } = await rpc.answer(JSON.stringify({ id: 1, method, params: [toHexDigits(bytes)] }))
        expect(JSON.parse(text)).toHaveProperty('id', 1)
      }),
      { numRuns: 5_000 },
    )
    expect(failures).toEqual([])
  })

  it('parameters of any shape never fail a method of JSON-RPC', async () => {
    const { rpc, failures } = await openFundedRpc()
    const names = [...bitcoinMethods.keys()].filter((name) => name !== 'generatetoaddress')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (method, params) => {
        const { text } = await rpc.answer(JSON.stringify({ id: 1, method, params }))
        expect(JSON.parse(text)).toHaveProperty('id', 1)
      }),
      { numRuns: 10_000 },
    )
    expect(failures).toEqual([])
  })
})
