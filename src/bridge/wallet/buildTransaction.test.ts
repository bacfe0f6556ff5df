import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash160 } from '../../bitcoin/keys/publicKey.ts'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { payToPublicKeyHash, payToScript } from '../../bitcoin/scripts/outputScripts.ts'
import { multisigScript } from '../../bitcoin/scripts/script.ts'
import { encodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Utxo } from '../cells/utxos.ts'
import { firstTestnetErpScript } from '../federation/recogniseRedeemScript.ts'
import { buildPayment, emptyWallet } from './buildTransaction.ts'
import { dustLimit, isDust } from './draft.ts'
import { scriptWallet, totalOf } from './wallet.ts'

const redeemScript = multisigScript(
  2,
  ['a', 'b', 'c'].map((name) => signer(name).key),
)
const own = payToScript(redeemScript)
const payee = payToPublicKeyHash(new Uint8Array(20).fill(7))

const coin = (value: bigint, id = 1, outputIndex = 0): Utxo => ({
  value,
  script: own,
  transactionId: new Uint8Array(32).fill(id),
  outputIndex,
  isCoinbase: false,
})

const wallet = (coins: readonly Utxo[], isSegwit = false) =>
  scriptWallet([{ hash: hash160(redeemScript), redeemScript }], coins, isSegwit)

const payment = (
  values: readonly bigint[],
  changes: { recipientsPay?: boolean; feePerKb?: bigint } = {},
) => ({
  version: 2,
  outputs: values.map((value) => ({ value, script: payee })),
  changeScript: own,
  recipientsPay: true,
  feePerKb: 100_000n,
  ...changes,
})

const built = (...args: Parameters<typeof buildPayment>) => {
  const result = buildPayment(...args)
  if (typeof result === 'string') throw new Error(result)
  return result
}

/** Size of a signed transaction with an input and two outputs, one to a key and one to a script. */
const singleSize = 8 + 1 + 41 + 1 + 34 + 32 + 75 * 2 + redeemScript.length

describe('a payment', () => {
  it('has a fee for its signed size, which the receiver pays', () => {
    const { transaction } = built(wallet([coin(10_000_000n)]), payment([1_000_000n]))
    const fee = (100_000n * BigInt(singleSize)) / 1000n
    expect(transaction.outputs.map(({ value }) => value)).toEqual([1_000_000n - fee, 9_000_000n])
    expect(transaction.outputs[1]!.script).toEqual(own)
  })

  it('has a fee that all receivers share; the first also pays the remainder', () => {
    const { transaction, coins } = built(
      wallet([coin(10_000_000n)]),
      payment([1_000_000n, 2_000_000n, 3_000_000n]),
    )
    const fee = totalOf(coins) - totalOf(transaction.outputs)
    const shares = [1_000_000n, 2_000_000n, 3_000_000n].map(
      (value, index) => value - transaction.outputs[index]!.value,
    )
    expect(shares).toEqual([fee / 3n + (fee % 3n), fee / 3n, fee / 3n])
  })

  it('takes the fee from the change when the receivers do not pay', () => {
    const { transaction } = built(
      wallet([coin(10_000_000n)]),
      payment([1_000_000n], { recipientsPay: false }),
    )
    const fee = (100_000n * BigInt(singleSize)) / 1000n
    expect(transaction.outputs.map(({ value }) => value)).toEqual([1_000_000n, 9_000_000n - fee])
  })

  it('never has a fee below 5000 satoshis per 1000 bytes', () => {
    const { transaction } = built(wallet([coin(10_000_000n)]), payment([1_000_000n], { feePerKb: 1n }))
    expect(1_000_000n - transaction.outputs[0]!.value).toBe((5_000n * BigInt(singleSize)) / 1000n)
  })

  it('costs less with a witness', () => {
    const { transaction } = built(wallet([coin(10_000_000n)], true), payment([1_000_000n]))
    const stripped = 8 + 1 + 41 + 1 + 34 + 32 + 36
    const size = Math.floor((stripped * 4 + 150 + redeemScript.length) / 4)
    expect(1_000_000n - transaction.outputs[0]!.value).toBe((100_000n * BigInt(size)) / 1000n)
    expect(transaction.inputs[0]!.witness).toHaveLength(5)
  })

  it('spends coins by transaction and output, not by their arrival', () => {
    const coins = [coin(600_000n, 3), coin(600_000n, 1, 9), coin(600_000n, 1, 2), coin(600_000n, 2)]
    const { coins: spent } = built(wallet(coins), payment([1_500_000n]))
    expect(spent).toEqual([coins[2], coins[1], coins[3]])
  })

  it('has no change output for a change of zero', () => {
    expect(built(wallet([coin(1_000_000n)]), payment([1_000_000n])).transaction.outputs).toHaveLength(1)
  })

  it('raises change that is dust at the expense of the receiver', () => {
    const { transaction } = built(wallet([coin(1_000_100n)]), payment([1_000_000n]))
    const fee = (100_000n * BigInt(singleSize)) / 1000n
    expect(transaction.outputs.map(({ value }) => value)).toEqual([1_000_000n - fee - 2_600n, 2_700n])
  })

  it('adds change that is dust to the fee when the receiver does not pay', () => {
    const fee = (100_000n * BigInt(singleSize - 32)) / 1000n
    const { transaction } = built(
      wallet([coin(1_000_000n + fee + 4_000n)]),
      payment([1_000_000n], { recipientsPay: false }),
    )
    expect(transaction.outputs.map(({ value }) => value)).toEqual([1_000_000n])
  })

  it('never spends coinbases', () => {
    const mined = { ...coin(10_000_000n), isCoinbase: true }
    expect(buildPayment(wallet([mined]), payment([1_000_000n]))).toBe('insufficient-funds')
  })

  it.each([
    ['dust-output', [coin(10_000_000n)], [2_729n]],
    ['insufficient-funds', [coin(999_999n)], [1_000_000n]],
    ['not-adjustable', [coin(10_000_000n)], [20_000n]],
  ])('can end as: %s', (result, coins, values) => {
    expect(buildPayment(wallet(coins), payment(values))).toBe(result)
  })

  it('can be too large; the scripts count, a witness does not', () => {
    const many = Array.from({ length: 700 }, (_, index) => coin(1_000_000n, 1, index))
    expect(buildPayment(wallet(many), payment([700_000_000n]))).toBe('too-large')
    const segwit = buildPayment(wallet(many, true), payment([700_000_000n]))
    expect(segwit).toHaveProperty('coins.length', 700)
  })

  it('fails for the script of testnet that cannot be spent', () => {
    const script = payToScript(firstTestnetErpScript)
    const scripts = [{ hash: hash160(firstTestnetErpScript), redeemScript: firstTestnetErpScript }]
    const stuck = scriptWallet(scripts, [{ ...coin(10_000_000n), script }], false)
    expect(() => buildPayment(stuck, payment([1_000_000n]))).toThrow(DecodeError)
  })

  it('spends what it pays, leaves no dust and pays a sufficient fee', () => {
    const anyCoins = fc.array(fc.bigInt({ min: 600n, max: 50_000_000n }), { minLength: 1, maxLength: 12 })
    const anyValues = fc.array(fc.bigInt({ min: 3_000n, max: 30_000_000n }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        anyCoins,
        anyValues,
        fc.boolean(),
        fc.boolean(),
        fc.bigInt({ min: 1n, max: 5_000_000n }),
        (amounts, values, recipientsPay, isSegwit, feePerKb) => {
          const coins = amounts.map((value, index) => coin(value, 1 + (index % 3), index))
          const result = buildPayment(wallet(coins, isSegwit), payment(values, { recipientsPay, feePerKb }))
          if (typeof result === 'string') return
          const { transaction, coins: spent } = result
          const fee = totalOf(spent) - totalOf(transaction.outputs)
          const inputs = transaction.inputs.map((input) => ({ ...input, witness: [] }))
          const unsignedSize = BigInt(encodeTransaction({ ...transaction, inputs }).length)
          const rate = feePerKb < 5_000n ? 5_000n : feePerKb
          expect(fee).toBeGreaterThanOrEqual((rate * unsignedSize) / 1000n)
          expect(transaction.outputs.some(isDust)).toBe(false)
          expect(transaction.inputs).toHaveLength(spent.length)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a payment of the whole wallet', () => {
  const empty = (coins: readonly Utxo[], feePerKb = 100_000n) =>
    emptyWallet(wallet(coins), { version: 1, script: payee, feePerKb })

  it('pays the sum of all coins less the fee, in the order of arrival', () => {
    const coins = [coin(600_000n, 3), coin(600_000n, 1)]
    const result = empty(coins)
    const size = 8 + 1 + 82 + 1 + 34 + 2 * (150 + redeemScript.length)
    expect(result).toMatchObject({
      coins,
      transaction: { outputs: [{ value: 1_200_000n - (100_000n * BigInt(size)) / 1000n, script: payee }] },
    })
  })

  it('has a fee of at least 5000 satoshis', () => {
    expect(empty([coin(600_000n)], 1n)).toMatchObject({ transaction: { outputs: [{ value: 595_000n }] } })
  })

  it('fails when the fee leaves only dust, and for an empty wallet', () => {
    expect(empty([coin(30_000n)])).toBe('not-adjustable')
    expect(empty([{ ...coin(600_000n), isCoinbase: true }])).toBe('not-adjustable')
  })
})

describe('dust', () => {
  it('is an output whose spending would cost a large part of its value', () => {
    expect(dustLimit({ value: 0n, script: payee })).toBe(2_730n)
    expect(dustLimit({ value: 0n, script: own })).toBe(2_700n)
    expect([2_729n, 2_730n].map((value) => isDust({ value, script: payee }))).toEqual([true, false])
  })
})
