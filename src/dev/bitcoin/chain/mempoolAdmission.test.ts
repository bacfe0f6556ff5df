import { describe, expect, it } from 'vitest'
import { payToScript } from '../../../bitcoin/scripts/outputScripts.ts'
import { receiverOf } from '../../../bitcoin/scripts/receivers.ts'
import { op, opcode, push } from '../../../bitcoin/scripts/script.ts'
import {
  type BitcoinTransaction,
  encodeTransaction,
  type TransactionOutput,
  unsignedInput,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes } from '../../../primitives/bytes.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { openFundedBitcoin } from '../simulatedBitcoin.cases.ts'
import { signTransaction } from '../wallet/signing.ts'
import type { Coin } from './coins.ts'
import { knownTransaction } from './knownTransaction.ts'
import { regtestReceivers } from './regtest.ts'

const fee = 10_000n
const replaceable = 0xfffffffd

async function openWorld() {
  const { bitcoin, clock } = await openFundedBitcoin()
  const coins = bitcoin.wallet.spendable()
  const script = bitcoin.wallet.keys.create('legacy').script
  /** A signed transaction that spends a coin of the wallet; the rest after the fee goes to the wallet. */
  const spend = (
    coin: Coin,
    changes: Partial<BitcoinTransaction> & { readonly fee?: bigint; readonly sequence?: number } = {},
  ): BitcoinTransaction => {
    const { fee: paid = fee, sequence, ...rest } = changes
    const input = unsignedInput(coin)
    const unsigned = {
      version: 2,
      inputs: [sequence === undefined ? input : { ...input, sequence }],
      outputs: [{ value: coin.output.value - paid, script }],
      lockTime: 0,
      ...rest,
    }
    return signTransaction(unsigned, [coin.output], (each) => bitcoin.wallet.keys.of(each))
  }
  const send = (transaction: BitcoinTransaction) => bitcoin.broadcast(encodeTransaction(transaction))
  const reasonOf = async (transaction: BitcoinTransaction): Promise<string> => {
    try {
      await send(transaction)
      return 'accepted'
    } catch (error) {
      const { code, message } = error as { code: number; message: string }
      return `${code} ${message}`
    }
  }
  /** The first output of a transaction as a coin. */
  const firstCoin = (transaction: BitcoinTransaction): Coin => ({
    transactionId: knownTransaction(transaction).id,
    outputIndex: 0,
    output: transaction.outputs[0]!,
    height: 0,
    isCoinbase: false,
  })
  return { bitcoin, clock, coins, script, spend, send, reasonOf, firstCoin }
}

const opReturn = (data: Uint8Array): Uint8Array => concatBytes(op(opcode.return), push(data))

describe('the mempool', () => {
  it('accepts a transaction and gives it to the next block', async () => {
    const { bitcoin, coins, spend, send } = await openWorld()
    const id = await send(spend(coins[0]!))
    expect((await bitcoin.waiting()).map(toHexDigits)).toEqual([toHexDigits(id)])
    await bitcoin.generate(1)
    expect(await bitcoin.waiting()).toEqual([])
    expect((await bitcoin.transaction(id))?.confirmations).toBe(1)
  })

  it('refuses transactions that break a rule of consensus', async () => {
    const { coins, spend, script, reasonOf } = await openWorld()
    const [coin] = coins
    const paying = (value: bigint): TransactionOutput[] => [{ value, script }]
    const input = unsignedInput(coin!)
    const zero = { ...input, transactionId: new Uint8Array(32), outputIndex: 0xffffffff }
    expect(await reasonOf(spend(coin!, { outputs: [] }))).toBe('-26 bad-txns-vout-empty')
    expect(await reasonOf(spend(coin!, { outputs: paying(-1n) }))).toBe('-26 bad-txns-vout-negative')
    expect(await reasonOf(spend(coin!, { outputs: paying(10n ** 16n) }))).toBe('-26 bad-txns-vout-toolarge')
    const half = 15n * 10n ** 14n
    expect(await reasonOf(spend(coin!, { outputs: [...paying(half), ...paying(half)] }))).toBe(
      '-26 bad-txns-txouttotal-toolarge',
    )
    expect(await reasonOf(spend(coin!, { inputs: [input, input] }))).toBe('-26 bad-txns-inputs-duplicate')
    expect(await reasonOf(spend(coin!, { inputs: [input, zero] }))).toBe('-26 bad-txns-prevout-null')
    expect(await reasonOf({ ...spend(coin!), inputs: [zero] })).toBe('-26 bad-cb-length')
    const coinbase = { ...zero, script: Uint8Array.of(1, 1) }
    expect(await reasonOf({ ...spend(coin!), inputs: [coinbase] })).toBe('-26 coinbase')
    expect(await reasonOf(spend(coin!, { fee: -1n }))).toBe(
      '-26 bad-txns-in-belowout, value in (50.00000000) < value out (50.00000001)',
    )
    const missing = { ...input, outputIndex: 7 }
    expect(await reasonOf(spend(coin!, { inputs: [missing] }))).toBe('-25 bad-txns-inputs-missingorspent')
  })

  it('refuses to spend a coinbase before 100 blocks', async () => {
    const { bitcoin, spend, reasonOf } = await openWorld()
    const young = bitcoin.wallet.coins().find(({ height }) => height === 100)!
    expect(await reasonOf(spend(young))).toBe(
      '-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 11',
    )
  })

  it('refuses transactions that Bitcoin Core does not relay', async () => {
    const { coins, spend, script, reasonOf } = await openWorld()
    const [coin] = coins
    const rest = { value: coin!.output.value - 100_000_000n, script }
    const beside = (output: TransactionOutput): TransactionOutput[] => [rest, output]
    expect(await reasonOf(spend(coin!, { version: 3 }))).toBe('-26 version')
    expect(await reasonOf(spend(coin!, { outputs: beside({ value: 545n, script }) }))).toBe('-26 dust')
    expect(await reasonOf(spend(coin!, { outputs: beside({ value: 1000n, script: op(opcode.one) }) }))).toBe(
      '-26 scriptpubkey',
    )
    const data = { value: 0n, script: opReturn(new Uint8Array(80).fill(1)) }
    expect(await reasonOf(spend(coin!, { outputs: [rest, data, data] }))).toBe('-26 multi-op-return')
    const longData = { value: 0n, script: opReturn(new Uint8Array(81).fill(1)) }
    expect(await reasonOf(spend(coin!, { outputs: beside(longData) }))).toBe('-26 scriptpubkey')
    const many = Array.from({ length: 3000 }, () => ({ value: 1000n, script }))
    expect(await reasonOf(spend(coin!, { outputs: many }))).toBe('-26 tx-size')
    expect(await reasonOf(spend(coin!, { fee: 0n }))).toMatch(/^-26 min relay fee not met, 0 < 19\d$/)
    const signed = spend(coin!)
    const pushing = (bytes: Uint8Array): BitcoinTransaction => ({
      ...signed,
      inputs: [{ ...signed.inputs[0]!, script: bytes }],
    })
    expect(await reasonOf(pushing(new Uint8Array(1651)))).toBe('-26 scriptsig-size')
    expect(await reasonOf(pushing(op(opcode.duplicate)))).toBe('-26 scriptsig-not-pushonly')
    const tiny = { value: coin!.output.value - fee, script: op(opcode.return) }
    expect(
      await reasonOf({ ...signed, inputs: [{ ...signed.inputs[0]!, script: op() }], outputs: [tiny] }),
    ).toBe('-26 tx-size-small')
  })

  it('refuses a transaction before its lock time', async () => {
    const { bitcoin, clock, coins, spend, reasonOf } = await openWorld()
    const [first, second, third] = coins
    const early = spend(first!, { lockTime: 111, sequence: 0 })
    expect(await reasonOf(early)).toBe('-26 non-final')
    expect(await reasonOf(spend(second!, { sequence: 120 }))).toBe('-26 non-BIP68-final')
    const timed = spend(third!, { sequence: (1 << 22) | 10 })
    expect(await reasonOf(timed)).toBe('-26 non-BIP68-final')
    await bitcoin.generate(1)
    expect(await reasonOf(early)).toBe('accepted')
    clock.seconds += 10_000
    await bitcoin.generate(6)
    expect(await reasonOf(timed)).toBe('accepted')
  })

  it('refuses scripts that fail, with the reason', async () => {
    const { coins, spend, reasonOf } = await openWorld()
    const signed = spend(coins[0]!)
    const [input] = signed.inputs
    const wrong = { ...signed, outputs: [{ ...signed.outputs[0]!, value: signed.outputs[0]!.value - 1n }] }
    expect(await reasonOf(wrong)).toBe(
      '-26 mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
    )
    expect(await reasonOf({ ...signed, inputs: [{ ...input!, script: op() }] })).toBe(
      '-26 mandatory-script-verify-flag-failed (Operation not valid with the current stack size)',
    )
    expect(await reasonOf({ ...signed, inputs: [{ ...input!, witness: [op(1)] }] })).toBe(
      '-26 bad-witness-nonstandard',
    )
    const unclean = concatBytes(op(opcode.one), input!.script)
    expect(await reasonOf({ ...signed, inputs: [{ ...input!, script: unclean }] })).toBe(
      '-26 non-mandatory-script-verify-flag (Stack size must be exactly one after execution)',
    )
  })

  it('refuses a redeem script with too many signature checks', async () => {
    const { bitcoin, reasonOf } = await openWorld()
    const redeemScript = op(...Array.from({ length: 16 }, () => opcode.checkSignature))
    const address = receiverOf(payToScript(redeemScript), regtestReceivers)!
    const id = await bitcoin.pay([{ address, satoshis: 50_000n }])
    await bitcoin.generate(1)
    const outputIndex = bitcoin.chain
      .placeOf(toHexDigits(id))!
      .transactions[1]!.transaction.outputs.findIndex(({ value }) => value === 50_000n)
    const input = { ...unsignedInput({ transactionId: id, outputIndex }), script: push(redeemScript) }
    const outputs = [{ value: 20_000n, script: payToScript(redeemScript) }]
    expect(await reasonOf({ version: 2, inputs: [input], outputs, lockTime: 0 })).toBe(
      '-26 bad-txns-nonstandard-inputs',
    )
  })

  it('refuses a double spend unless the first spend allows replacement and the second pays more', async () => {
    const { bitcoin, coins, spend, send, reasonOf, firstCoin } = await openWorld()
    const [first, second] = coins
    await send(spend(first!))
    expect(await reasonOf(spend(first!, { fee: 20_000n }))).toBe('-26 txn-mempool-conflict')
    const old = spend(second!, { sequence: replaceable })
    await send(old)
    await send(spend(firstCoin(old)))
    expect(await reasonOf(spend(second!, { fee: 10_001n, sequence: replaceable }))).toMatch(
      /^-26 insufficient fee/,
    )
    const better = spend(second!, { fee: 50_000n, sequence: replaceable })
    const id = await send(better)
    const waiting = (await bitcoin.waiting()).map(toHexDigits)
    expect(waiting).toHaveLength(2)
    expect(waiting).toContain(toHexDigits(id))
    await bitcoin.generate(1)
    expect(await reasonOf(old)).toBe('-25 bad-txns-inputs-missingorspent')
    expect(await reasonOf(better)).toBe('-27 Transaction already in block chain')
  })

  it('accepts chains of at most 25 dependent transactions, and mines them in order', async () => {
    const { bitcoin, coins, spend, send, reasonOf, firstCoin } = await openWorld()
    let last = spend(coins[0]!)
    await send(last)
    for (let sent = 1; sent < 25; sent++) {
      last = spend(firstCoin(last), { fee: fee + BigInt(sent) })
      await send(last)
    }
    expect(await reasonOf(spend(firstCoin(last)))).toMatch(/^-26 too-long-mempool-chain/)
    await bitcoin.generate(1)
    expect(bitcoin.chain.tip.transactions).toHaveLength(26)
    expect(await bitcoin.waiting()).toEqual([])
  })
})
